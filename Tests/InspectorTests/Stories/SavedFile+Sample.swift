@testable import InspectorValues

extension SavedFile {
    /// A small folder of saved requests, with an error in one file.
    static let sample: [SavedFile] = [
        file(["auth.http"], [("POST", "login", "{{base}}/login")]),
        file(
            ["shop", "orders.http"],
            [("GET", "list orders", "{{base}}/orders"), ("POST", "create order", "{{base}}/orders")],
            problems: [Problem(line: 12, message: "a header needs a colon")]),
        file(
            ["users.http"],
            [("GET", "one user", "{{base}}/users/42"), ("DELETE", "{{base}}/users/42", "{{base}}/users/42")]),
    ]

    static func file(
        _ components: [String], _ requests: [(String, String, String)], problems: [Problem] = []
    ) -> SavedFile {
        let path = "/api/" + components.joined(separator: "/")
        return SavedFile(
            path: path, components: components,
            requests: requests.enumerated().map { index, request in
                SavedEntry(
                    reference: .init(file: path, number: index + 1, line: 3 + index * 5), title: request.1,
                    method: request.0, url: request.2)
            },
            problems: problems)
    }
}
