import ClientEngine
import ClientEngineRecording

extension Story {
    /// A task with every kind of test result, and one whose assertions all hold.
    static let findings: Story = {
        var story = Story()
        let url = "https://api.acme.test/orders/7"
        story.quick(1, .get(url), at: 0, took: 90, body: #"{"id":7}"#)
        story.find(1, TestResult("status == 200", line: 3, .passed))
        story.quick(2, .get(url), at: 200, took: 120, body: #"{"id":7,"items":[]}"#)
        story.find(2, TestResult("status == 200", line: 9, .passed))
        story.find(2, TestResult("body.items isArray", line: 10, .passed))
        story.find(
            2, TestResult("body.id == 8", line: 11, .failed(actual: "body $['id'] is 7")))
        story.find(2, TestResult("capture id = body.id", line: 12, .noted("id = 7")))
        let missing = "there is nothing at $['token'] in the body"
        story.find(2, TestResult("capture token = body.token", line: 13, .failed(actual: missing)))
        story.find(
            2,
            TestResult(
                "> {%\n  if (response.status) { client.log('x') }\n%}", line: 16,
                .notRun(reason: "needs JavaScript")))
        story.find(2, TestResult(">> answer.json", line: 19, .noted("written to answer-1.json")))
        return story
    }()

    /// Adds a test result at the end of the story.
    mutating func find(_ task: TaskID, _ finding: TestResult) {
        add(task, at: milliseconds, .annotated(Annotation(finding)))
    }
}
