import ClientEngine
import ClientEngineWireMock
import FoundationEssentials
import InspectorHTTPServer

/// Filters requests for `GET /__admin/requests` by its query parameters.
struct JournalFilter {
    private var limit: Int?
    private var since: Date?
    private var isUnmatchedOnly = false
    private var mock: String?

    /// Parses the parameters `limit`, `since`, `unmatched` and `matchingStub`, and ignores others.
    ///
    /// - Throws: The response to an invalid parameter.
    init(_ request: ReceivedRequest) throws(BriefResponse) {
        let query = request.target.split(at: "?", maxSplits: 1).dropFirst().first ?? ""
        for parameter in Mock.Parameter.parameters(ofQuery: query) {
            switch parameter.name {
            case "limit":
                guard let count = Int(parameter.value), count >= 0 else {
                    throw BriefResponse(400, "The limit “\(parameter.value)” is not a number from 0.\n")
                }
                limit = count
            case "since":
                guard let time = WrittenTime(parameter.value) else {
                    throw BriefResponse(
                        400, "“\(parameter.value)” is not a time. Write it like 2026-01-31T12:00:00Z.\n")
                }
                since = time.instant
            case "unmatched": isUnmatchedOnly = parameter.value == "true"
            case "matchingStub": mock = parameter.value.lowercased()
            default: break
            }
        }
    }

    func selected(from entries: [Journal.Entry]) -> [Journal.Entry] {
        let selected = entries.filter { entry in
            (since.map { entry.date > $0 } ?? true) && (!isUnmatchedOnly || entry.isUnmatched)
                && (mock.map { entry.mock?.id.lowercased() == $0 } ?? true)
        }
        return limit.map { Array(selected.prefix($0)) } ?? selected
    }
}
