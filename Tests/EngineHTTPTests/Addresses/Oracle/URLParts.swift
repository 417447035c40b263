@testable import EngineHTTP

/// The parts of a URL in a form for comparing two parsers.
struct URLParts: Equatable, CustomStringConvertible {
    var text: String
    var scheme: String
    var user: String?
    var password: String?
    var host: String
    var port: String
    var path: String
    var query: String?
    var fragment: String?

    var description: String {
        let parts = [user, password, host, port, path, query, fragment].map { $0.map { "“\($0)”" } ?? "-" }
        return "\(text): \(scheme) " + parts.joined(separator: " ")
    }
}

extension URLParts {
    init(_ url: RequestURL) {
        self.init(
            text: url.text, scheme: url.scheme, user: url.user, password: url.password, host: url.host,
            port: String(url.port), path: url.path, query: url.query, fragment: url.fragment)
    }

    /// The parts, with dot segments removed from the path and from the text.
    var withoutDotSegments: URLParts {
        guard let start = text.authorityStart else { return self }
        var parts = self
        parts.path = RFC3986.removeDotSegments(path)
        let root = text[..<start] + text[start...].prefix(before: "/", "?", "#")
        parts.text = root + parts.path + (query.map { "?" + $0 } ?? "")
        return parts
    }
}

enum RFC3986 {
    /// Follows the steps of section 5.2.4 literally.
    ///
    /// Dots may be escaped (section 6.2.2.2).
    static func removeDotSegments(_ path: String) -> String {
        var (input, output) = (path.utf8.map { $0 }, [UInt8]())
        func dropSegment() {
            while let byte = output.popLast(), byte != 0x2F {}
        }
        while !input.isEmpty {
            let segment = input.dropFirst().prefix { $0 != 0x2F }
            let isLast = segment.endIndex == input.endIndex
            let dots = String(decoding: segment, as: UTF8.self).lowercased().split(
                at: "%", omittingEmptySubsequences: false)
            var plain = String(dots[0])
            for rest in dots.dropFirst() {
                plain += rest.hasPrefix("2e") ? "." + rest.dropFirst(2) : "%" + rest
            }
            switch plain {
            case ".", "..":
                if plain == ".." { dropSegment() }
                input = isLast ? [] : Array(input[segment.endIndex...])
                if isLast { output.append(0x2F) }
            default:
                output += input[..<segment.endIndex]
                input.removeSubrange(..<segment.endIndex)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
