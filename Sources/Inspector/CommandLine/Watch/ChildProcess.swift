import CInspectorSpawn
import ClientEngine
import EngineSupport
import Glibc

/// A program that was started with an environment of its own: with this process's terminal, files and process group, or in
/// a session of its own that writes to another terminal and reads nothing.
struct ChildProcess: Sendable {
    /// The signals that are handed on to it.
    static let forwarded = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2]

    /// The reason why a program could not be started.
    struct StartError: Error, CustomStringConvertible {
        let program: String
        let code: Int32

        var description: String {
            "\(program): \(code == ENOENT ? "not found" : String(cString: strerror(code)))"
        }
    }

    let number: Int32

    /// Returns an environment with further variables, in which requests for this machine go to no proxy.
    static func environment(
        _ environment: [String: String], adding variables: [(name: String, value: String)]
    ) -> [String: String] {
        var result = environment.merging(variables.map { ($0.name, $0.value) }) { $1 }
        let (lower, upper) = (environment["no_proxy"], environment["NO_PROXY"])
        for (name, hosts) in [("no_proxy", lower ?? upper), ("NO_PROXY", upper ?? lower)] {
            let others = hosts ?? ""
            result[name] = others + (others.isEmpty ? "" : ",") + "127.0.0.1"
        }
        return result
    }

    /// Starts the program that the first word names, found along `PATH`.
    ///
    /// Signals do there what they did before this process took them. With a cover the program sees that file in the place of
    /// another one.
    init(
        _ words: [String], environment: [String: String], seeing cover: FileCover? = nil,
        writingTo terminal: ProgramTerminal? = nil
    ) throws(StartError) {
        let names = CStrings(cover.map { [$0.file, $0.place] } ?? [])
        let arguments = CStrings(words)
        let variables = CStrings(environment.map { "\($0.key)=\($0.value)" })
        let signals = Self.forwarded + [SIGPIPE, SIGXFSZ]
        let child = withExtendedLifetime((names, arguments, variables)) {
            cs_run(
                arguments.pointers, variables.pointers, terminal?.descriptor ?? -1, names.cover, signals,
                signals.count)
        }
        guard child > 0 else { throw StartError(program: words[0], code: -child) }
        number = child
        Self.raiseDescriptorLimit()
    }

    /// Lets this process have as many descriptors as the system allows it: a tunnel takes two.
    ///
    /// Behind the start of the program, which would inherit that; those with `select` go no further than 1,024.
    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        setrlimit(resource, &limit)
    }

    /// Calls the closure once on any thread with the exit status: for a child that a signal has ended, 128 and its number.
    func onExit(_ receive: @escaping @Sendable (Int32) -> Void) {
        DetachedThread.start {
            var status: Int32 = 0
            while waitpid(number, &status, 0) == -1, errno == EINTR {}
            let signal = status & 0x7F
            receive(signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
        }
    }

    /// Sends a signal to the program and the others of its session's first group.
    func signalAll(_ signal: Int32) { kill(-number, signal) }

    /// Hands a signal on; what the terminal sends has reached the child already.
    func forward(_ signal: Int32) {
        let isOfTerminal = [SIGINT, SIGQUIT, SIGHUP].contains(signal) && tcgetpgrp(0) == getpgrp()
        if !isOfTerminal { kill(number, signal) }
    }
}

/// A file that a program and its children see in the place of another one, and nobody else does.
struct FileCover: Sendable {
    let file: String
    let place: String

    /// The number of the error that keeps programs from seeing it; 0 where they can.
    var refusal: Int32 {
        let names = CStrings([file, place])
        return withExtendedLifetime(names) { cs_try_cover(names.cover) }
    }
}

/// Strings in the form that system calls take, for as long as it lives.
private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    /// The first two as a cover; none where there are none.
    var cover: cs_cover {
        pointers.count < 2 ? cs_cover() : cs_cover(file: pointers[0], place: pointers[1])
    }

    init(_ strings: [String]) {
        pointers = strings.map { strdup($0) } + [nil]
    }

    deinit {
        pointers.forEach { free($0) }
    }
}
