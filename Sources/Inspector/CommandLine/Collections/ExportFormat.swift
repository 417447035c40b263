/// The formats that requests are exported to.
enum ExportFormat: String, Sendable, CaseIterable {
    case curl
    case har
    case http
    case postman
}
