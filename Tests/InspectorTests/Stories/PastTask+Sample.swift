import ClientEngine

@testable import InspectorScreen

extension PastTask {
    /// Returns a task that was answered with its number, in November 2023.
    static func sample(_ row: Int, isWhole: Bool) -> PastTask {
        var story = Story()
        let (request, start) = (Request.get("http://past.test/past/\(row)"), row * 1_000 - 20_000)
        story.create(row, request, at: start)
        story.begin(row, at: start, request)
        story.phases(row, from: start, [.wait: 0, .receive: 40])
        let headers: Headers = ["Content-Type": "application/json"]
        story.answer(row, at: start + 50, 200, headers: headers, body: "{\"row\": \(row)}")
        var record = story.events.first.flatMap { TaskRecord($0) }
        for event in story.events.dropFirst() { record?.apply(event) }
        if !isWhole { record?.dropBodies() }
        return PastTask(row: row, record: record, isWhole: isWhole)
    }
}
