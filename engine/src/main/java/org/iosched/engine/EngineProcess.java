package org.iosched.engine;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.jna.Native;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.iosched.dsl.Metric;
import org.jspecify.annotations.Nullable;

/**
 * The embedded engine: a process of its own that is started once and kept warm between runs. One
 * run at a time; not for use by several threads at once.
 */
public final class EngineProcess implements AutoCloseable {

  /** By name, since the process's inside depends on this package and not the other way round. */
  private static final String MAIN = "org.iosched.engine.load.EngineMain";

  private static final int FIRST_JDK_THAT_WARNS_OF_NATIVE_ACCESS = 22;
  private static final int KEPT_LOG_LINES = 20;
  private static final long START_SECONDS = 60;
  private static final long STOP_SECONDS = 5;

  private final Process process;
  private final BufferedWriter requests;
  private final BlockingQueue<Reply> replies = new LinkedBlockingQueue<>();
  private final Deque<String> log = new ArrayDeque<>();
  private final Thread logReader;
  private final Reply.Ready ready;
  private long lastId;

  private EngineProcess(Process process) throws InterruptedException {
    this.process = process;
    requests =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    logReader = readLines(process.getErrorStream(), "engine log", this::keepLog, () -> {});
    readLines(process.getInputStream(), "engine replies", this::receive, this::ended);
    ready = awaitReady();
  }

  /**
   * Starts the process with the running JVM's {@code java.home} and warms it up, which takes about
   * a second.
   *
   * @throws EngineException if it does not start
   * @throws InterruptedException if the calling thread is interrupted
   */
  public static EngineProcess start() throws InterruptedException {
    return start(EngineOptions.DEFAULT);
  }

  /**
   * Starts the process.
   *
   * @param options how it is to work
   * @throws EngineException if it does not start
   * @throws InterruptedException if the calling thread is interrupted
   */
  public static EngineProcess start(EngineOptions options) throws InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command(options));
    // Options meant for the parent would change, or print into, the process that measures.
    Stream.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
        .forEach(builder.environment()::remove);
    try {
      return new EngineProcess(builder.start());
    } catch (IOException e) {
      throw new EngineException("the engine's process does not start: " + e.getMessage(), e);
    }
  }

  /** Returns the command that starts the process. */
  static List<String> command(EngineOptions options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // A small process with one thread of its own: the load is to have the machine for itself.
    command.addAll(
        List.of(
            "-Xmx512m",
            "-Xshare:auto",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-XX:-UseDynamicNumberOfCompilerThreads"));
    if (Runtime.version().feature() >= FIRST_JDK_THAT_WARNS_OF_NATIVE_ACCESS) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(List.of("-cp", classPath(), MAIN));
    command.add(options.ioPath().name().toLowerCase(Locale.ROOT));
    return command;
  }

  /**
   * Returns where the classes that the process needs came from. Unlike {@code java.class.path} this
   * is right under build tools that start the JVM with a jar which only points to others.
   */
  private static String classPath() {
    return Stream.of(
            EngineProcess.class,
            Metric.class,
            Native.class,
            Histogram.class,
            ObjectMapper.class,
            JsonFactory.class,
            JsonInclude.class)
        .map(EngineProcess::origin)
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String origin(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null) {
      throw new EngineException(
          "the engine's process does not start: " + type.getName() + " was loaded from no file");
    }
    try {
      return Path.of(source.getLocation().toURI()).toString();
    } catch (URISyntaxException | RuntimeException e) {
      throw new EngineException(
          "the engine's process does not start: " + source.getLocation() + " is no file", e);
    }
  }

  /** Takes each line of a stream. */
  private interface LineTaker {
    void take(String line);
  }

  private static Thread readLines(
      InputStream stream, String name, LineTaker taker, Runnable atEnd) {
    Thread thread =
        new Thread(
            () -> {
              try (BufferedReader reader =
                  new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                  taker.take(line);
                }
              } catch (IOException e) {
                // The process was ended from here; its end is told below.
                taker.take("");
              } finally {
                atEnd.run();
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void keepLog(String line) {
    if (line.isBlank()) {
      return;
    }
    synchronized (log) {
      log.addLast(line);
      if (log.size() > KEPT_LOG_LINES) {
        log.removeFirst();
      }
    }
  }

  private void receive(String line) {
    if (line.isBlank()) {
      return;
    }
    try {
      replies.add(Wire.read(line, Reply.class));
    } catch (JsonProcessingException e) {
      keepLog(line);
    }
  }

  private void ended() {
    replies.add(Reply.of(-1, Reply.Event.FAILED, null));
  }

  private Reply.Ready awaitReady() throws InterruptedException {
    Reply reply;
    try {
      reply = replies.poll(START_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      close();
      throw e;
    }
    Reply.Ready told = reply == null ? null : reply.ready();
    if (told == null) {
      String why =
          reply == null
              ? "it was not ready after " + START_SECONDS + " s"
              : reply.message() == null ? endOfProcess() : reply.message();
      close();
      throw new EngineException("the engine's process does not start: " + why);
    }
    if (told.protocol() != Wire.PROTOCOL) {
      close();
      throw new EngineException(
          "the engine's process speaks protocol "
              + told.protocol()
              + ", this client speaks "
              + Wire.PROTOCOL
              + "; there are two versions of the engine on the class path");
    }
    return told;
  }

  /**
   * Returns the process id, to account for its processor time and I/O, or to put it in a cgroup.
   */
  public long pid() {
    return process.pid();
  }

  /** Returns what the process said of itself when it was ready. */
  public Reply.Ready ready() {
    return ready;
  }

  /**
   * Runs a workload to its end.
   *
   * @param jobs what to run
   * @param target a block device, or a file of at least {@link JobFile#largestExtentBytes()}, on
   *     which all jobs work; or a directory, in which each job works on files of its own that are
   *     laid out before the clock starts
   * @return what was measured
   * @throws EngineException if it fails; the process can be used again unless it has ended, see
   *     {@link #alive()}
   * @throws InterruptedException if the calling thread is interrupted; the jobs were stopped
   */
  public JobResult run(JobFile jobs, Path target) throws InterruptedException {
    try (EngineRun run = begin(jobs, target)) {
      return run.finish();
    }
  }

  /**
   * Starts a workload and returns once its clock has started, so that its measurements can be cut
   * into slices.
   *
   * @param jobs what to run
   * @param target as in {@link #run}
   * @return the run; close it before the next
   * @throws EngineException if the target cannot be opened or does not fit the jobs
   * @throws InterruptedException if the calling thread is interrupted
   */
  public EngineRun begin(JobFile jobs, Path target) throws InterruptedException {
    long id = send(Request.Ask.RUN, jobs.text(), absolute(target), null);
    EngineRun run = new EngineRun(this, id);
    run.awaitStart();
    return run;
  }

  /**
   * Lays a file out with data that does not compress, so that reads find neither holes nor
   * unwritten extents, and syncs it. A file that is as long and has no holes is left as it is.
   *
   * @param file the file; made if missing, in a directory that exists
   * @param bytes its size, more than zero
   * @throws EngineException if it cannot be written
   * @throws InterruptedException if the calling thread is interrupted; the file is incomplete
   */
  public void prepare(Path file, long bytes) throws InterruptedException {
    long id = send(Request.Ask.PREPARE, null, absolute(file), bytes);
    try {
      checked(await(id));
    } catch (InterruptedException e) {
      abandon(id);
      throw e;
    }
  }

  /** Returns a target's absolute path; that of an empty one would be the working directory. */
  private static Path absolute(Path target) {
    if (target.toString().isBlank()) {
      throw new EngineException("the target is empty; name a block device, a file or a directory");
    }
    return target.toAbsolutePath();
  }

  /** Tells whether the process still runs. */
  public boolean alive() {
    return process.isAlive();
  }

  /** Ends the process, also in the middle of a run, and waits for its end. */
  @Override
  public void close() {
    try {
      requests.close();
    } catch (IOException e) {
      // The process has ended already.
      process.destroy();
    }
    boolean interrupted = false;
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  long send(Request.Ask ask) {
    return send(ask, null, null, null);
  }

  private long send(
      Request.Ask ask, @Nullable String jobs, @Nullable Path target, @Nullable Long bytes) {
    long id = ++lastId;
    String path = target == null ? null : target.toString();
    try {
      requests.write(Wire.line(new Request(id, ask, jobs, path, bytes)));
      requests.write('\n');
      requests.flush();
    } catch (IOException e) {
      throw new EngineException("the engine's process has ended: " + endOfProcess(), e);
    }
    return id;
  }

  /** Returns the next reply to one of two requests; replies to others are of abandoned runs. */
  Reply await(long id, long otherId) throws InterruptedException {
    while (true) {
      Reply reply = replies.take();
      if (reply.id() == id || reply.id() == otherId) {
        return reply;
      }
      if (reply.id() == -1) {
        // Kept for whoever asks next.
        replies.add(reply);
        throw new EngineException("the engine's process has ended: " + endOfProcess());
      }
    }
  }

  private Reply await(long id) throws InterruptedException {
    return await(id, id);
  }

  /** Returns a reply unless it tells of a failure. */
  static Reply checked(Reply reply) {
    String message = reply.message() == null ? "no reason given" : reply.message();
    return switch (reply.event()) {
      case REFUSED -> throw new JobException(message);
      case FAILED -> throw new EngineException(message);
      default -> reply;
    };
  }

  /** Stops what is under way for a caller that was interrupted; ends the process if that fails. */
  void abandon(long id) {
    boolean interrupted = Thread.interrupted();
    try {
      send(Request.Ask.STOP);
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOP_SECONDS);
      while (true) {
        Reply reply = replies.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (reply == null || reply.id() == -1) {
          process.destroyForcibly();
          ended();
          return;
        }
        if (reply.id() == id && reply.event() != Reply.Event.STARTED) {
          return;
        }
      }
    } catch (EngineException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private String endOfProcess() {
    String how;
    try {
      logReader.join(TimeUnit.SECONDS.toMillis(1));
      how =
          process.waitFor(1, TimeUnit.SECONDS)
              ? "exit status " + process.exitValue()
              : "it closed its output";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      how = "it closed its output";
    }
    synchronized (log) {
      return log.isEmpty() ? how : how + "; it said: " + String.join(" | ", log);
    }
  }
}
