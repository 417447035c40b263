import ClientEngine
import ClientEngineRecording
import EngineJSON
import InspectorTestSupport
import Testing

@testable import InspectorScreen

@Suite("Writing tasks as an archive", .ownThread)
struct ArchiveOverlayTests {
    private func app(_ story: Story = .home) -> TestApp {
        var app = TestApp()
        app.play(story)
        return app
    }

    private func job(_ app: inout TestApp) throws -> ArchiveJob {
        let effect = try #require(app.takeEffects().last)
        guard case .archive(let job) = effect else { throw Unexpected(effect: effect) }
        return job
    }

    private struct Unexpected: Error { var effect: Effect }

    private func archive(_ job: ArchiveJob) -> TaskArchive {
        job.done(with: ReadTasks(), Redaction(), creator: (name: "test", version: "1"))
    }

    @Test("S says how many tasks, how large, and how many secrets were replaced where, before it writes")
    func preview() throws {
        var story = Story()
        let request = Request(
            method: .post, url: "https://api.acme.test/x?token=s3cr3tvalue",
            headers: ["Authorization": "Bearer t0k3nt0k3n"],
            body: .typed(.text(#"{"password":"hunter2hunter2"}"#), contentType: "application/json"))
        story.create(1, request, at: 0)
        story.begin(1, at: 0, request)
        story.answer(1, at: 10, 200, headers: ["Content-Type": "text/plain"], body: "ok")
        var app = app(story)
        app.type("S")
        #expect(app.screen.contains("being made"))
        app.type("<enter>")
        #expect(app.screen.contains("still being made"))
        let job = try job(&app)
        let archive = archive(job)
        #expect(archive.secrets.urls == 1 && archive.secrets.heads == 1 && archive.secrets.bodies == 1)
        app.send(.archived(archive, job.number))
        #expect(app.screen.contains("all 1, with 1 request"))
        #expect(app.screen.contains("1 in URLs, 1 in headers, 1 in bodies"))
        #expect(app.screen.contains("save as tasks.har"))
        app.type("out.har<enter>")
        guard case .copy(.toFile(let copy)) = app.takeEffects().last else {
            Issue.record("nothing is written")
            return
        }
        #expect(copy.path == "out.har" && copy.content == .archive && !copy.replaces)
        let text = String(decoding: copy.bytes, as: UTF8.self)
        for secret in ["s3cr3tvalue", "t0k3nt0k3n", "hunter2hunter2"] { #expect(!text.contains(secret)) }
        let entries = try #require(try JSONValue(parsing: copy.bytes)["log"]?["entries"]?.array)
        #expect(entries.first?["_task"]?.int == 1 && entries.first?["_verdict"]?.string == "passed")
        #expect(app.state.overlays.isEmpty)
    }

    @Test("it is the marked tasks, or else those that the filter shows")
    func subject() throws {
        var app = app()
        app.type("S")
        #expect(try job(&app).keys == (201...206).map { .session($0) })
        app.type("<esc>/method:POST<enter>S")
        var made = try job(&app)
        #expect(made.keys == [202, 205])
        #expect(app.screen.contains("2 that /method:POST shows"))
        app.type("<esc>\\g*j*S")
        made = try job(&app)
        #expect(made.keys == [201, 202])
        #expect(app.screen.contains("2 marked"))
    }

    @Test("an archive that was left is not shown, and live tasks are written as far as they have come")
    func left() throws {
        var app = app()
        app.type("S")
        let first = try job(&app)
        app.type("<esc>")
        app.send(.archived(archive(first), first.number))
        #expect(app.state.overlays.isEmpty)
        app.type("S")
        let second = try job(&app)
        app.send(.archived(archive(first), first.number))
        #expect(app.screen.contains("being made"))
        app.send(.archived(archive(second), second.number))
        #expect(app.screen.contains("2 tasks are written as far as"))
    }

    @Test("a file that is there is asked about first")
    func replacing() throws {
        var app = app()
        app.type("S")
        let job = try job(&app)
        app.send(.archived(archive(job), job.number))
        app.type("<enter>")
        guard case .copy(.toFile(let copy)) = app.takeEffects().last else {
            Issue.record("nothing is written")
            return
        }
        app.send(.fileExists(copy))
        #expect(app.screen.contains("tasks.har is there already. Replace it?"))
    }
}
