package org.iosched.device;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Kernel modules that a run loads, and unloads at its end unless something else uses them by then.
 * Of several runs at once each notes the modules that one of them has loaded, so that the last one
 * unloads them. What a module depends on stays loaded.
 */
final class KernelModules {

  /** The modules that a run may unload; the watchdog holds to the same. */
  private static final Set<String> KNOWN =
      Set.of("null_blk", "scsi_debug", "bfq", "mq-deadline", "adios");

  private final Host host;
  private final Tools tools;
  private final Guard guard;
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  /** Loads modules on {@code host}; {@code guard} unloads them. */
  KernelModules(Host host, Tools tools, Guard guard) {
    this.host = host;
    this.tools = tools;
    this.guard = guard;
  }

  /** Tells whether a module is loaded, or built in with parameters. */
  static boolean isLoaded(Host host, String module) {
    return Files.exists(host.sys().resolve("module").resolve(module.replace('-', '_')));
  }

  /**
   * Loads a module that is not there, and takes the duty to unload it.
   *
   * @param settings parameters, {@code name=value}
   * @return what modprobe answered; success where the module was there
   */
  Tools.Answer load(String module, String... settings) {
    if (isLoaded(host, module)) {
      share(module);
      return new Tools.Answer(0, "");
    }
    // Most of the names that are tried are no modules; nothing need be noted for these.
    Tools.Answer found = tools.run("modprobe", "-n", "--", module);
    if (!found.ok()) {
      return found;
    }
    note(module);
    String[] arguments = new String[settings.length + 2];
    arguments[0] = "--";
    arguments[1] = module;
    System.arraycopy(settings, 0, arguments, 2, settings.length);
    return tools.run("modprobe", arguments);
  }

  /** Takes part in the duty to unload a module where another run has loaded it; looks once. */
  void share(String module) {
    if (seen.add(module) && Journal.anyHas(host, unload(module))) {
      note(module);
    }
  }

  private void note(String module) {
    seen.add(module);
    if (KNOWN.contains(module) || module.matches("[a-z0-9_]+-iosched")) {
      guard.before(unload(module));
    }
  }

  private Undo unload(String module) {
    return Undo.unload(module, host.stateDirectories().get(0));
  }

  /**
   * Loads the module of a driver.
   *
   * @throws DeviceException if this kernel has none
   */
  void need(String module, String... settings) {
    Tools.Answer answer = load(module, settings);
    if (!answer.ok() || !isLoaded(host, module)) {
      throw new DeviceException(
          "the kernel module "
              + module
              + " cannot be loaded ("
              + answer.out().replace('\n', ' ')
              + "); install it where the distribution has it in a package of its own (Ubuntu:"
              + " linux-modules-extra-…), or use loop:");
    }
  }

  /** Returns the directory of a loaded module's parameters. */
  static Path parameters(Host host, String module) {
    return host.sys().resolve("module").resolve(module).resolve("parameters");
  }
}
