import InspectorHTTPServer

/// A request at its route, with the texts of path and query decoded.
struct Call: Sendable {
    let request: ReceivedRequest
    /// First those of the path, then those of the query, in order.
    let parameters: [Field]

    func text(_ name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    func text(_ name: String, default fallback: String) -> String {
        text(name) ?? fallback
    }

    func texts(_ name: String) -> [String] {
        parameters.filter { $0.name == name }.map(\.value)
    }

    func int(_ name: String, default fallback: Int = 0, in range: ClosedRange<Int>) throws(RouteError) -> Int
    {
        guard let text = text(name) else { return fallback }
        guard let number = Int(text), range.contains(number) else {
            let limits = "\(range.lowerBound) to \(range.upperBound)"
            throw RouteError(why: "\(name) must be a number from \(limits), not \(text)")
        }
        return number
    }

    func seconds(_ name: String, default fallback: Double = 0) throws(RouteError) -> Double {
        guard let text = text(name) else { return fallback }
        guard let number = Double(text), (0...86_400).contains(number) else {
            throw RouteError(why: "\(name) must be a number of seconds from 0 to 86400, not \(text)")
        }
        return number
    }

    /// Returns a text that may stand in a header: line ends would split the response.
    func headerText(_ name: String) throws(RouteError) -> String? {
        guard let text = text(name) else { return nil }
        return try Self.checkedForHeader(text)
    }

    static func checkedForHeader(_ text: String) throws(RouteError) -> String {
        guard text.unicodeScalars.allSatisfy({ $0 == "\t" || ($0.value >= 0x20 && $0.value != 0x7f) }) else {
            throw RouteError(why: "a control character cannot be sent in a header")
        }
        return text
    }
}
