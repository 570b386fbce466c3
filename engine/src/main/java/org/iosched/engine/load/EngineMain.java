package org.iosched.engine.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import org.iosched.engine.EngineException;
import org.iosched.engine.JobException;
import org.iosched.engine.JobFile;
import org.iosched.engine.JobResult;
import org.iosched.engine.Reply;
import org.iosched.engine.Request;
import org.iosched.engine.Wire;
import org.jspecify.annotations.Nullable;

/**
 * The engine's process: reads requests from standard input, one a line, and answers on standard
 * output; see {@code docs/engine.md}. It ends with its input, also in the middle of a run, so that
 * it never outlives the one who started it.
 */
public final class EngineMain {

  private final PrintStream out =
      new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);

  private final boolean ring;

  /** What is under way, or null. */
  private @Nullable Work work;

  /** A run or a preparation under way. */
  private static final class Work {
    volatile @Nullable Workload workload;
    volatile boolean stopped;

    void stop() {
      stopped = true;
      Workload running = workload;
      if (running != null) {
        running.stop();
      }
    }
  }

  private EngineMain(boolean ring) {
    this.ring = ring;
  }

  /**
   * Runs the process.
   *
   * @param arguments which I/O path to use: {@code auto} (the default), {@code io_uring} or {@code
   *     threads}
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    // Nothing but replies may get to standard output.
    System.setOut(System.err);
    String path = arguments.length == 0 ? "auto" : arguments[0];
    String whyNoRing = path.equals("threads") ? "threads were asked for" : RingProbe.whyRefused();
    EngineMain engine = new EngineMain(whyNoRing == null);
    if (path.equals("io_uring") && whyNoRing != null) {
      engine.send(
          Reply.of(0, Reply.Event.FAILED, "io_uring is refused by the kernel: " + whyNoRing));
      return;
    }
    WarmUp.run(engine.ring);
    engine.send(
        new Reply(
            0,
            Reply.Event.READY,
            null,
            null,
            new Reply.Ready(
                Wire.PROTOCOL,
                ProcessHandle.current().pid(),
                engine.ring ? "io_uring" : "pread/pwrite threads",
                whyNoRing,
                (System.nanoTime() - begin) / 1e9)));
    engine.serve();
    Runtime.getRuntime().halt(0);
  }

  private void serve() throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (!line.isBlank()) {
        answer(line);
      }
    }
  }

  /** Answers a line, whatever is in it: a run under way is not to end because of a bad line. */
  private void answer(String line) {
    long id = 0;
    try {
      Request request = Wire.read(line, Request.class);
      id = request.id();
      answer(request);
    } catch (JsonProcessingException e) {
      send(Reply.of(id, Reply.Event.REFUSED, "not a request: " + e.getOriginalMessage()));
    } catch (JobException e) {
      send(Reply.of(id, Reply.Event.REFUSED, e.getMessage()));
    } catch (EngineException e) {
      send(Reply.of(id, Reply.Event.FAILED, e.getMessage()));
    } catch (RuntimeException e) {
      e.printStackTrace();
      send(Reply.of(id, Reply.Event.FAILED, "the engine failed: " + e));
    }
  }

  private void answer(Request request) {
    Request.Ask ask = request.ask();
    if (ask == null) {
      throw new JobException(
          "the request has no ask; it is one of " + Arrays.toString(Request.Ask.values()));
    }
    switch (ask) {
      case RUN -> begin(request, this::run);
      case PREPARE -> begin(request, this::prepare);
      case CUT -> send(new Reply(request.id(), Reply.Event.RESULT, null, cut(), null));
      case STOP -> stop(request);
    }
  }

  /** What a thread does for a request. */
  private interface Task {
    void run(Request request, Work work) throws InterruptedException;
  }

  private synchronized void begin(Request request, Task task) {
    if (work != null) {
      throw new EngineException("the engine is at work; stop the run under way first");
    }
    Work mine = new Work();
    work = mine;
    Thread thread = new Thread(() -> carryOut(request, mine, task), "work");
    thread.setDaemon(true);
    try {
      thread.start();
    } catch (OutOfMemoryError e) {
      work = null;
      throw new EngineException("the machine has no thread for the run: " + e.getMessage(), e);
    }
  }

  private void carryOut(Request request, Work mine, Task task) {
    Reply reply;
    try {
      task.run(request, mine);
      return;
    } catch (JobException e) {
      reply = Reply.of(request.id(), Reply.Event.REFUSED, e.getMessage());
    } catch (EngineException e) {
      reply = Reply.of(request.id(), Reply.Event.FAILED, e.getMessage());
    } catch (InterruptedException | RuntimeException | Error e) {
      e.printStackTrace();
      reply = Reply.of(request.id(), Reply.Event.FAILED, "the engine failed: " + e);
    }
    free();
    send(reply);
  }

  private synchronized void free() {
    work = null;
  }

  private void run(Request request, Work mine) throws InterruptedException {
    JobFile jobs = JobFile.parse(needed(request.jobs(), "jobs"));
    Workload workload = new Workload(jobs, target(request), ring, () -> mine.stopped);
    mine.workload = workload;
    if (mine.stopped) {
      workload.stop();
    }
    workload.start();
    send(Reply.of(request.id(), Reply.Event.STARTED, null));
    JobResult result = workload.await();
    free();
    send(new Reply(request.id(), Reply.Event.RESULT, null, result, null));
  }

  private void prepare(Request request, Work mine) {
    Path file = target(request);
    Long bytes = request.bytes();
    if (bytes == null || bytes <= 0) {
      throw new JobException("prepare needs bytes, more than zero");
    }
    Layout.prepare(file, bytes, () -> mine.stopped);
    free();
    send(Reply.of(request.id(), Reply.Event.DONE, null));
  }

  private JobResult cut() {
    Work current = current();
    Workload workload = current == null ? null : current.workload;
    if (workload == null) {
      throw new EngineException("there is no run to be cut");
    }
    return workload.cut();
  }

  private void stop(Request request) {
    Work current = current();
    if (current != null) {
      current.stop();
    }
    send(Reply.of(request.id(), Reply.Event.DONE, null));
  }

  private synchronized @Nullable Work current() {
    return work;
  }

  /** Returns the target; an empty path would be this process's own directory. */
  private static Path target(Request request) {
    String target = needed(request.target(), "target");
    if (target.isBlank()) {
      throw new JobException("the target is empty; name a block device, a file or a directory");
    }
    try {
      return Path.of(target);
    } catch (InvalidPathException e) {
      throw new JobException("the target " + BadPath.words(target, e));
    }
  }

  private static String needed(@Nullable String value, String name) {
    if (value == null) {
      throw new JobException("the request has no " + name);
    }
    return value;
  }

  private void send(Reply reply) {
    synchronized (out) {
      out.println(Wire.line(reply));
      out.flush();
    }
  }
}
