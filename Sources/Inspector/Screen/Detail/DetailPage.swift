/// The pages about the selected task, in the order of their keys.
enum DetailPage: Int, CaseIterable, Sendable {
    case timing = 1
    case body, headers, sent, mock, connection, tests

    var title: String {
        switch self {
        case .timing: "Timing"
        case .body: "Body"
        case .headers: "Headers"
        case .sent: "Sent"
        case .mock: "Mock"
        case .connection: "Connection"
        case .tests: "Tests"
        }
    }

    /// The title in four letters, for narrow windows.
    var shortTitle: String {
        switch self {
        case .timing: "Time"
        case .headers: "Head"
        case .connection: "Conn"
        case .tests: "Test"
        case .body, .sent, .mock: title
        }
    }
}
