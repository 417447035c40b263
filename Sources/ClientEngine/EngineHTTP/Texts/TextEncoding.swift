import Glibc

/// A character encoding with its IANA name, as `iconv` of the C library supports it.
public struct TextEncoding: Sendable, Hashable, CustomStringConvertible {
    /// The name, in upper case.
    let name: String

    /// Finds the encoding with the name in a `charset`.
    ///
    /// Returns `nil` if the system does not support it.
    public init?(named name: some StringProtocol) {
        let isPlain = name.utf8.allSatisfy { $0.isASCIIAlphanumeric || "+-.:_".utf8.contains($0) }
        guard (1...40).contains(name.utf8.count), isPlain, let converter = Converter(from: String(name))
        else {
            return nil
        }
        converter.close()
        self.name = name.uppercased()
    }

    private init(known name: String) { self.name = name }

    /// UTF-8.
    public static let utf8 = TextEncoding(known: "UTF-8")
    /// ISO-8859-1.
    public static let latin1 = TextEncoding(known: "ISO-8859-1")

    /// The name.
    public var description: String { name }

    /// Decodes bytes.
    ///
    /// Invalid bytes become U+FFFD.
    public func decode(_ bytes: some Collection<UInt8>) -> String {
        if self == .utf8 { return String(decoding: bytes, as: UTF8.self) }
        return convert(bytes).text
    }

    /// Returns `body` as text without its byte order mark.
    ///
    /// Invalid bytes become U+FFFD.
    public func text(of body: some Collection<UInt8>) -> String {
        decode(body).withoutByteOrderMark
    }

    /// Returns `body` in UTF-8.
    ///
    /// A body that is already in UTF-8 is returned unchanged.
    public func utf8(of body: [UInt8]) -> [UInt8] { self == .utf8 ? body : Array(text(of: body).utf8) }

    /// Returns a file in UTF-8 without its byte order mark, or `nil` if a byte is invalid.
    public func utf8(ofMarked file: [UInt8]) -> [UInt8]? {
        decodeStrictly(file).map { Array($0.withoutByteOrderMark.utf8) }
    }

    /// Decodes bytes.
    ///
    /// Returns `nil` if one is invalid.
    func decodeStrictly(_ bytes: some Collection<UInt8>) -> String? {
        if self == .utf8 { return String(validating: bytes, as: UTF8.self) }
        let (text, isWhole) = convert(bytes)
        return isWhole ? text : nil
    }

    private func convert(_ bytes: some Collection<UInt8>) -> (text: String, isWhole: Bool) {
        guard let converter = Converter(from: name) else {
            return (String(decoding: bytes, as: UTF8.self), false)
        }
        defer { converter.close() }
        return converter.convert(Array(bytes))
    }
}

extension String {
    fileprivate var withoutByteOrderMark: String {
        unicodeScalars.first == "\u{FEFF}" ? String(unicodeScalars.dropFirst()) : self
    }
}

/// A conversion to UTF-8.
///
/// The code that opens it must close it.
private struct Converter {
    private let handle: iconv_t

    init?(from name: String) {
        handle = iconv_open("UTF-8", name)
        if handle == iconv_t(bitPattern: -1) { return nil }
    }

    func close() { iconv_close(handle) }

    func convert(_ bytes: [UInt8]) -> (text: String, isWhole: Bool) {
        var bytes = bytes
        var text: [UInt8] = []
        var isWhole = true
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        bytes.withUnsafeMutableBytes { input in
            var next = input.bindMemory(to: CChar.self).baseAddress
            var left = input.count
            while left > 0 {
                let (written, failure) = step(&next, &left, into: &chunk)
                text += chunk[..<written]
                guard failure != 0, failure != E2BIG else { continue }
                isWhole = false
                text += [0xEF, 0xBF, 0xBD]
                // An incomplete character at the end is replaced as a whole, and an invalid byte on its own.
                let skipped = failure == EINVAL ? left : 1
                next = next?.advanced(by: skipped)
                left -= skipped
            }
        }
        return (String(decoding: text, as: UTF8.self), isWhole)
    }

    /// Converts as many bytes as fit into `chunk`.
    ///
    /// Returns the number of bytes written, and `errno` or 0 if all bytes are converted.
    private func step(
        _ next: inout UnsafeMutablePointer<CChar>?, _ left: inout Int, into chunk: inout [UInt8]
    ) -> (written: Int, failure: Int32) {
        chunk.withUnsafeMutableBytes { output in
            var end = output.bindMemory(to: CChar.self).baseAddress
            var room = output.count
            let result = iconv(handle, &next, &left, &end, &room)
            return (output.count - room, result == Int(bitPattern: UInt.max) ? errno : 0)
        }
    }
}
