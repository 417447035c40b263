import Foundation

/// Another program as an independent witness.
enum Program {
    struct Result {
        var status: Int32
        var output: String
    }

    /// Runs a program to its end; what it says on standard error is lost.
    static func run(_ words: [String], input: [UInt8] = []) throws -> Result {
        let program = Process()
        program.executableURL = URL(filePath: "/usr/bin/env")
        program.arguments = words
        let (sent, received) = (Pipe(), Pipe())
        program.standardInput = sent
        program.standardOutput = received
        program.standardError = FileHandle.nullDevice
        try program.run()
        try sent.fileHandleForWriting.write(contentsOf: Data(input))
        try sent.fileHandleForWriting.close()
        let data = try received.fileHandleForReading.readToEnd() ?? Data()
        program.waitUntilExit()
        return Result(status: program.terminationStatus, output: String(decoding: data, as: UTF8.self))
    }
}
