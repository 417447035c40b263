/// Segments of a path that stand for a value, as in `/users/:id`.
enum PathSegments {
    /// Puts a value, which may hold references, in place of the segment `:name`.
    static func filled(_ url: String, name: String, value: String) -> String {
        let mark = url.firstIndex(of: "?") ?? url.endIndex
        let encoded = TemplateText.map(value, literal: { $0.encodedForPath }) { "{{\($0)}}" }
        let path = url[..<mark].split(separator: "/", omittingEmptySubsequences: false)
            .map { $0 == ":\(name)" ? encoded : String($0) }
        return path.joined(separator: "/") + url[mark...]
    }
}

extension Substring {
    /// The text as it may stand in a segment of a path; what is encoded already stays.
    fileprivate var encodedForPath: String {
        var output: [UInt8] = []
        for byte in utf8 {
            let mustEscape = byte <= 0x20 || byte >= 0x7F || "\"#<>?/".utf8.contains(byte)
            mustEscape ? output.append(percent: byte) : output.append(byte)
        }
        return String(decoding: output, as: UTF8.self)
    }
}
