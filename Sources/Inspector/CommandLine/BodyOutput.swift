import FoundationEssentials
import Glibc
import InspectorCanvas
import InspectorValues
import InspectorWorkspace

/// The output of bodies of responses: the standard output, or the file of `-o`.
///
/// A file or a pipe gets the bytes as they are; a terminal is not left to what a server sends.
final class BodyOutput {
    private var file: OutputFile?
    /// A device or a FIFO that was named: it is written to as it is, and never replaced.
    private var device: (path: String, descriptor: Int32)?
    private var lines: TerminalLines?

    /// Opens the file, where there is one: what cannot be written is said before anything is sent.
    init(path: String?) throws(FileError) {
        guard let path else {
            if StandardStream.output.isTerminal { lines = TerminalLines(charset: Charset()) }
            return
        }
        var information = stat()
        let isThere = stat(path, &information) == 0
        if isThere, [S_IFCHR, S_IFIFO].contains(information.st_mode & S_IFMT) {
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileError(path, errno: errno) }
            device = (path, descriptor)
        } else {
            file = try OutputFile(path, keepingMode: true)
            if !isThere { file?.share() }
        }
    }

    deinit {
        if let device { close(device.descriptor) }
    }

    func write(_ bytes: [UInt8]) throws(FileError) {
        guard !bytes.isEmpty else { return }
        if file != nil {
            try file?.append(bytes)
        } else if let device {
            if let code = writeAll(bytes, to: device.descriptor) { throw FileError(device.path, errno: code) }
        } else {
            try StandardStream.output.deliver(lines.map { _ in shown(bytes) } ?? bytes)
        }
    }

    /// Ends a body's last line on a terminal, so that nothing else goes on in it; files and pipes get what a server has sent.
    func endLine() throws(FileError) {
        if let rest = lines?.finish(), !rest.isEmpty { try StandardStream.output.deliver(Array(rest.utf8)) }
    }

    /// Ends the output; a file takes its place only when all went well.
    func finish(isSuccess: Bool) throws(FileError) {
        try endLine()
        if isSuccess { try file?.commit() }
    }

    private func shown(_ bytes: [UInt8]) -> [UInt8] {
        Array((lines?.text(for: bytes) ?? "").utf8)
    }
}

/// Makes text that a terminal can be given out of bytes that come in pieces.
///
/// Held back is only what cannot be told yet: half of a character, and a carriage return that may end a line.
struct TerminalLines {
    private let charset: Charset
    private var rest: [UInt8] = []
    private var isInsideLine = false

    init(charset: Charset) {
        self.charset = charset
    }

    mutating func text(for bytes: [UInt8]) -> String {
        rest += bytes
        let piece = rest.prefix(rest.count - undecided)
        rest.removeFirst(piece.count)
        return shown(piece)
    }

    /// Returns the text for what was held back, with the last line ended.
    mutating func finish() -> String {
        defer { (rest, isInsideLine) = ([], false) }
        let text = shown(rest[...])
        return isInsideLine ? text + "\n" : text
    }

    private mutating func shown(_ piece: ArraySlice<UInt8>) -> String {
        guard let last = piece.last else { return "" }
        isInsideLine = last != 0x0A
        var lines = piece.split(separator: 0x0A, omittingEmptySubsequences: false)
        for index in lines.indices.dropLast() where lines[index].last == 0x0D { lines[index].removeLast() }
        return lines.map { DisplayText(untrusted: $0).spelled(in: charset).string }.joined(separator: "\n")
    }

    /// The number of bytes at the end that depend on what follows.
    private var undecided: Int {
        if rest.last == 0x0D { return 1 }
        for (distance, byte) in rest.suffix(3).reversed().enumerated() where byte >= 0xC0 {
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
            return distance + 1 < length ? distance + 1 : 0
        }
        return 0
    }
}
