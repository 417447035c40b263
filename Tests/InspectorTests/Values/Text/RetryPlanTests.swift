import ClientEngine
import InspectorValues
import Testing

@Suite("The words for planned retries")
struct RetryPlanTests {
    @Test("The cause of a planned retry names the origin of its delay unless the origin repeats the delay")
    func origin() {
        let plan = { (reason: RetryReason, explanation: String) in
            RetryPlan(
                reason: reason, delay: .seconds(8), until: Instant(nanoseconds: 0), explanation: explanation)
        }
        #expect(plan(.status(503), "8 s").cause == nil)
        #expect(plan(.status(503), "").cause == nil)
        #expect(plan(.status(503), "max 8 s").cause == "max 8 s")
        #expect(plan(.unmet("status is 202"), "8 s").cause == "status is 202")
        #expect(plan(.unmet("status is 202"), "every 8 s").cause == "status is 202, every 8 s")
    }
}
