import InspectorHTTPServer

struct Route: Sendable {
    let path: String
    /// The query it understands, as an example.
    let query: String
    let does: String
    let reply: @Sendable (Call) throws(RouteError) -> Reply

    init(
        _ path: String, query: String = "", _ does: String,
        reply: @escaping @Sendable (Call) throws(RouteError) -> Reply
    ) {
        self.path = path
        self.query = query
        self.does = does
        self.reply = reply
    }

    /// Returns the texts that stand for the capitals, by name; nil when the path is another.
    func captures(from segments: [String]) -> [Field]? {
        let pattern = path.split(separator: "/", omittingEmptySubsequences: false)
        guard pattern.count == segments.count else { return nil }
        var captures: [Field] = []
        for (expected, segment) in zip(pattern, segments) {
            if expected.first?.isUppercase == true, !segment.isEmpty {
                captures.append(Field(String(expected), PercentCoding.decoded(segment)))
            } else if expected != segment {
                return nil
            }
        }
        return captures
    }
}

struct RouteError: Error {
    var status = 400
    let why: String
}
