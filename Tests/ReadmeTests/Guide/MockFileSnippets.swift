import ClientEngine

/// The snippet of docs/mocks.md.
func mocksFromCode() async throws {
    let client = Client(baseURL: "https://api.example.com/v1/")

    try client.mocks.add(.get("users/:id"), .json(["id": 1, "name": "Ada"]))
    try client.mocks.add(.post("orders"), .fault(.reset), .status(503), .status(201))
    let id = try client.mocks.add(.delete("orders/:id"), .status(204).after(.seconds(1)), times: 2)

    let user = try await client.send(.get("users/7"))
    print(user.status, user.text, user.record.isMocked)

    client.mocks.setEnabled(false, id: id)
    client.mocks.isOn = false
    for status in client.mocks.all { print(status.mock.name, status.hits, status.isSpent) }
}
