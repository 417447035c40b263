import Foundation
import InspectorHTTPServer
import Testing

/// Another program, for tests that run on ``OwnThread``.
///
/// What it reads and writes stands in files without names, so that neither it nor the test ever waits for a full or an open
/// pipe. It is killed with the last reference to it.
package final class Program {
    /// How a program ended, and what it wrote.
    package struct Outcome {
        package var status: Int32
        package var bytes: [UInt8]
        package var messages: String

        package var output: String { String(decoding: bytes, as: UTF8.self) }
    }

    private let name: String
    private let process = Process()
    private let output: ScratchFile
    private let messages: ScratchFile
    private let hasEnded = Monitor(false)

    /// Starts a program by its path, or by its name in the folders of `PATH`.
    package init(
        _ words: [String], in folder: String? = nil, environment: [String: String]? = nil,
        input: [UInt8] = []
    ) throws {
        name = words.prefix(2).joined(separator: " ")
        output = try ScratchFile()
        messages = try ScratchFile()
        let isPath = words[0].contains("/")
        process.executableURL = URL(filePath: isPath ? words[0] : "/usr/bin/env")
        process.arguments = isPath ? Array(words.dropFirst()) : words
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        process.environment = (environment ?? ProcessInfo.processInfo.environment)
            .merging(["XDG_STATE_HOME": Self.state]) { given, _ in given }
        process.standardInput = try ScratchFile(holding: input).handle
        process.standardOutput = output.handle
        process.standardError = messages.handle
        process.terminationHandler = { [hasEnded] _ in hasEnded.withLock { $0 = true } }
        try process.run()
    }

    /// A folder for what programs remember, unless they are told another: nothing of a test reaches the history of whoever
    /// runs it.
    private static let state: String = {
        let path = NSTemporaryDirectory() + "/inspector-tests-state-\(getpid())"
        atexit {
            try? FileManager.default.removeItem(
                atPath: NSTemporaryDirectory() + "/inspector-tests-state-\(getpid())")
        }
        return path
    }()

    deinit {
        if process.isRunning { signal(SIGKILL) }
        // Breaks the ring that Foundation leaves between a process and the source of its run loop.
        process.waitUntilExit()
    }

    /// Runs a program to its end.
    package static func run(
        _ words: [String], in folder: String? = nil, environment: [String: String]? = nil,
        input: [UInt8] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Outcome {
        try Program(words, in: folder, environment: environment, input: input)
            .outcome(sourceLocation: sourceLocation)
    }

    /// The number of its process.
    package var number: Int32 { process.processIdentifier }

    /// Sends the program a signal.
    package func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Blocks until the program has ended; kills it and throws ``Missing`` where it does not in time.
    package func outcome(
        within limit: Duration = patience, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Outcome {
        guard hasEnded.wait(timeout: limit, for: { $0 ? true : nil }) != nil else {
            signal(SIGKILL)
            throw missing("the end", within: limit, sourceLocation)
        }
        return Outcome(
            status: process.terminationStatus, bytes: output.bytes,
            messages: String(decoding: messages.bytes, as: UTF8.self))
    }

    /// Blocks until something is found in what the program has written so far.
    package func wait<Found>(
        for what: String, within limit: Duration = patience,
        sourceLocation: SourceLocation = #_sourceLocation, in find: (String) -> Found?
    ) throws -> Found {
        let end = ContinuousClock.now + limit
        while true {
            // What it wrote last is there once it has ended.
            let isLast = hasEnded.withLock { $0 } || ContinuousClock.now >= end
            if let found = find(String(decoding: output.bytes, as: UTF8.self)) { return found }
            if isLast { throw missing(what, within: limit, sourceLocation) }
            usleep(1000)
        }
    }

    private func missing(_ what: String, within limit: Duration, _ sourceLocation: SourceLocation) -> Missing
    {
        let said = [output, messages].map { String(decoding: $0.bytes.suffix(2000), as: UTF8.self) }
        return Missing(
            "\(what) of “\(name)” (it wrote: \(said))", within: limit, sourceLocation: sourceLocation)
    }
}

extension String {
    /// The lines that have an end.
    package var wholeLines: [Substring] {
        Array(split(separator: "\n", omittingEmptySubsequences: false).dropLast())
    }
}

/// A file without a name.
private final class ScratchFile {
    let handle: FileHandle

    /// A file that is read from its beginning.
    init(holding bytes: [UInt8] = []) throws {
        var path = Array((NSTemporaryDirectory() + "/program-XXXXXX").utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw ServerError("mkstemp") }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(path)
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: Data(bytes))
        try handle.seek(toOffset: 0)
    }

    /// Everything in the file; its position, which the program shares, stays where it is.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = pread(handle.fileDescriptor, &block, block.count, bytes.count), count > 0 {
            bytes += block[..<count]
        }
        return bytes
    }
}
