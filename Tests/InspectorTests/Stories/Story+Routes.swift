import ClientEngine

extension Story {
    /// Two minutes on a few routes: some responses are late, some refused, some arrive only after a retry.
    static let routes: Story = {
        var story = Story()
        let base = "https://api.acme.test"
        for id in 1...40 {
            story.visit(id, .get(base + "/users/\(id)"), at: id * 3_000, took: 20 + id * 3, bytes: 900 + id)
        }
        for id in 41...52 {
            let request = Request.post(base + "/orders", body: .text("{}"))
            let start = (id - 40) * 9_000
            story.create(id, request, at: start, attempts: 3)
            story.begin(id, at: start, request)
            if id.isMultiple(of: 3) {
                story.answer(
                    id, at: start + 40, 503, "Service Unavailable",
                    retry: plan(503, delay: 200, until: start + 240, "200ms x2"))
                story.begin(id, 2, at: start + 240, request, because: .status(503), waited: 200)
                story.answer(id, 2, at: start + 400, id == 48 ? 500 : 201, body: "{}")
            } else {
                story.answer(id, at: start + 90, 201, body: "{}")
            }
        }
        story.visit(
            53, .get("https://cdn.acme.test/img/9f86d081884c.png"), at: 100_000, took: 7, bytes: 40_960)
        story.create(54, .get(base + "/slow"), at: 119_000)
        story.milliseconds = 124_000
        return story
    }()

    private mutating func visit(_ id: TaskID, _ request: Request, at start: Int, took: Int, bytes: Int) {
        create(id, request, at: start)
        begin(id, at: start, request)
        answer(id, at: start + took, 200, body: String(repeating: "x", count: bytes))
    }
}
