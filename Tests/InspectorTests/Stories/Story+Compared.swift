import ClientEngine

extension Story {
    /// Tasks to compare: a saved request twice, one sent again, one with several attempts, and a single one.
    static let compared: Story = {
        var story = Story()
        let orders = Request.get("https://api.acme.test/orders?limit=3")
        let items = (1...12).map { #"{"id":\#($0),"price":\#($0 * 3)}"# }
        story.quick(
            181, orders, at: 0, took: 60, body: "{\"items\":[\(items.joined(separator: ","))],\"next\":null}")
        let changed = items.filter { !$0.contains("\"id\":4,") }.map {
            $0.replacing(#""price":21"#, with: #""price":20"#)
        }
        let moved = [changed[10]] + changed[..<10]
        story.ask(
            182, orders, at: 5_000, took: 1_250, headers: ["X-Cache": "MISS"],
            body: "{\"next\":\"/orders?page=2\",\"items\":[\(moved.joined(separator: ","))]}")
        story.ask(
            183, .post("https://api.acme.test/login", body: .text("user=ada")), at: 7_000, took: 30,
            headers: [:], body: "welcome\nada\nyour last visit was today\nbye\n")
        story.create(
            184, .post("https://api.acme.test/login", body: .text("user=bob")), at: 8_000,
            from: Provenance(.resend, resendOf: 183))
        story.finish(
            184, .post("https://api.acme.test/login", body: .text("user=bob")), at: 8_000, took: 31,
            headers: [:], body: "welcome\nbob\nyour last visit was today\nbye\n")
        story.ask(185, .get("https://api.acme.test/alone"), at: 9_000, took: 30, headers: [:], body: "")
        return story
    }()

    /// Adds a composed request that is answered with 200.
    private mutating func ask(
        _ id: TaskID, _ request: Request, at start: Int, took: Int, headers: Headers, body: String
    ) {
        let isSaved = request.url.contains("orders")
        create(
            id, request, at: start,
            from: isSaved ? Provenance(.saved, file: "users.http", line: 3) : .composed)
        finish(id, request, at: start, took: took, headers: headers, body: body)
    }

    private mutating func finish(
        _ id: TaskID, _ request: Request, at start: Int, took: Int, headers: Headers, body: String
    ) {
        begin(id, at: start, request)
        connect(id, at: start + 1, id: 1, isReused: true, tls: true)
        phases(id, from: start, [.send: 1, .wait: 2, .receive: took - 4])
        let head =
            "\(request.method) \(request.url.dropFirst(21)) HTTP/1.1\r\nHost: api.acme.test\r\nAuthorization: Bearer t\(id)\r\n\r\n"
        add(id, 1, 1, at: start + 1, .requestHead(Array(head.utf8)))
        var fields: Headers = ["Content-Type": "application/json", "Server": "nginx"]
        for field in headers { fields.add(field.name, field.value) }
        answer(id, at: start + took, 200, headers: fields, body: body)
    }
}
