import CInspectorSpawn
import ClientEngine
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
    /// Signals do there what they did before this process took them.
    init(
        _ words: [String], environment: [String: String], writingTo terminal: ProgramTerminal? = nil
    ) throws(StartError) {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, ours) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&ours)
        for signal in Self.forwarded + [SIGPIPE, SIGXFSZ] { sigaddset(&ours, signal) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &ours)
        let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
        posix_spawnattr_setflags(&attributes, terminal == nil ? flags : flags | cs_new_session)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let terminal {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, terminal.descriptor, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, terminal.descriptor, STDERR_FILENO)
        }
        let arguments = CStrings(words)
        let variables = CStrings(environment.map { "\($0.key)=\($0.value)" })
        var child: pid_t = 0
        let code = posix_spawnp(
            &child, words[0], &actions, &attributes, arguments.pointers, variables.pointers)
        guard code == 0 else { throw StartError(program: words[0], code: code) }
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

/// Strings in the form that system calls take, for as long as it lives.
private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) {
        pointers = strings.map { strdup($0) } + [nil]
    }

    deinit {
        pointers.forEach { free($0) }
    }
}
