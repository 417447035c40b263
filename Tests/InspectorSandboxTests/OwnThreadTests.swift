import Dispatch
import Foundation
import InspectorHTTPServer
import InspectorTestSupport
import Testing

@Suite("Tests on threads of their own", .timeLimit(.minutes(1)))
struct OwnThreadTests {
    @Test("a plain function runs there", .ownThread)
    func plain() {
        #expect(OwnThread.isCurrent)
    }

    @Test("a semaphore that nobody signals fails the test, and says what was waited for", .ownThread)
    func unsignalled() {
        let signalled = DispatchSemaphore(value: 0)
        signalled.signal()
        #expect(signalled.wait(for: "a signal"))
        withKnownIssue {
            DispatchSemaphore(value: 0).wait(for: "a signal", within: .milliseconds(1))
        } matching: { issue in
            (issue.error as? Missing)?.description.hasPrefix("a signal did not come within") == true
        }
    }

    @Test("a function that has waited goes on there", .ownThread)
    func suspended() async {
        await Task.detached {}.value
        func isThere() -> Bool { OwnThread.isCurrent }
        #expect(isThere())
    }

    @Test("fifty that block at once hold up no task of others")
    func blocking() async throws {
        let (test, testCase) = (try #require(Test.current), Test.Case.current)
        let (blocked, isOpen) = (Monitor(0), Monitor(false))
        let opener = Task.detached {
            try await wait(for: "fifty that block") { blocked.withLock { $0 == 50 } }
            isOpen.withLock { $0 = true }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await OwnThread().provideScope(for: test, testCase: testCase) {
                        blocked.withLock { $0 += 1 }
                        #expect(isOpen.wait(timeout: patience) { $0 ? true : nil } == true)
                    }
                }
            }
            try await group.waitForAll()
        }
        try await opener.value
    }

    @Test("what does not come is named, with the place that waits for it")
    func missing() async throws {
        let error = await #expect(throws: Missing.self) {
            try await wait(for: "the train", within: .milliseconds(1)) { false }
        }
        #expect(error?.description.contains("the train did not come") == true)
        #expect(error?.description.contains("OwnThreadTests.swift:") == true)
    }

    @Test("a program that does not end is killed, and what it wrote is told", .ownThread)
    func endless() throws {
        let program = try Program(["sh", "-c", "echo begun; exec sleep 600"])
        try program.wait(for: "its beginning") { $0 == "begun\n" ? () : nil }
        let error = #expect(throws: Missing.self) { try program.outcome(within: .milliseconds(1)) }
        #expect(error?.description.contains("begun") == true)
        #expect(try program.outcome().status == SIGKILL)
    }
}
