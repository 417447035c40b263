import InspectorHTTPServer

/// The newest requests; the oldest leave when there are too many or their bodies grow too large.
struct RequestLog: Sendable {
    private static let maximumCount = 10_000
    private static let maximumBodies = 64 << 20

    private(set) var requests: [ReceivedRequest] = []
    private var bodies = 0

    mutating func append(_ request: ReceivedRequest) {
        requests.append(request)
        bodies += request.body.count
        while requests.count > 1, requests.count > Self.maximumCount || bodies > Self.maximumBodies {
            bodies -= requests.removeFirst().body.count
        }
    }
}
