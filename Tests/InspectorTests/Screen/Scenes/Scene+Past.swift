import ClientEngine
import Glibc

@testable import InspectorHistory
@testable import InspectorScreen
@testable import InspectorValues

extension Scene {
    /// Returns a scene in which tasks are not kept, or an earlier history is unavailable.
    private static func keeping(_ name: String, _ error: HistoryError?) -> Scene {
        Scene("not-kept-\(name)", "") { scene in
            let folder = HistoryFolder(path: "/home/ada/.local/state/inspector")
            var report = HistoryWriter.Report()
            (report.lost, report.error) = (error == nil ? 0 : 3, error)
            if error == nil {
                report.damaged = DamagedFile(folder.database + ".corrupt-1764079200", of: .tables)
            }
            scene.hasHistory = true
            scene.messages = [.history(.keeping(report.trouble(in: folder)))]
        }
    }

    /// Scenes with history: the preview of a request, and earlier sessions in the list.
    static let pastScenes = [
        Scene("preview-earlier", "ologin<enter>") { scene in
            scene.story = Story()
            scene.hasHistory = true
            let durations = [41, 44, 52, 60, 66, 71, 80, 88, 95, 400].map { Duration.milliseconds($0) }
            scene.messages = [
                .saved(.preview(.previewSample, of: scene.files[0].requests[0].reference)),
                calls(
                    PastTask.sample(14, isWhole: false), 14, failed: 2, usual: UsualDuration(durations), scene
                ),
            ]
        },
        Scene("preview-earlier-failed", "ologin<enter>") { scene in
            scene.story = Story()
            scene.hasHistory = true
            var story = Story()
            story.timedOut(1, .get("https://api.acme.test/login"), at: 0)
            var record = story.events.first.flatMap { TaskRecord($0) }
            for event in story.events.dropFirst() { record?.apply(event) }
            let task = PastTask(row: 1, record: record, isWhole: false)
            scene.messages = [
                .saved(.preview(.previewSample, of: scene.files[0].requests[0].reference)),
                calls(task, 1, failed: 1, usual: nil, scene),
            ]
        },
        keeping("full", HistoryError(of: "/home/ada/.local/state/inspector/history.lock", code: ENOSPC)),
        keeping(
            "read-only", HistoryError(of: "/home/ada/.local/state/inspector/history.sqlite", code: EROFS)),
        keeping("locked", HistoryError(.locked, "another program is writing it for too long")),
        keeping("damaged", nil),
        keeping(
            "newer",
            HistoryError(
                .newer, "a newer version of the program has written it (schema 99, this one knows 3)")),
        Scene("list-earlier", "ggk") { scene in
            scene.hasHistory = true
            scene.messages = list(1, rows: 12...15)
        },
        Scene("page-timing-slow", "gj") { scene in
            scene.hasHistory = true
            let durations = (0..<20).map { Duration.milliseconds(40 + 2 * $0) }
            let phases: [Phase: Duration] = [
                .connect: .milliseconds(4), .tls: .milliseconds(12), .wait: .milliseconds(15),
            ]
            let usual = UsualDuration(durations).map { UsualCall(duration: $0, phases: phases) }
            let kind = CallKind("POST api.acme.test/login")
            scene.messages = [.history(.usual(usual.map { [kind: $0] } ?? [:], of: [kind]))]
        },
        Scene("filter-earlier", "/GET") { scene in
            scene.hasHistory = true
            scene.messages = list(3, rows: 1...1_256)
        },
    ]

    private static func calls(
        _ last: PastTask, _ count: Int, failed: Int, usual: UsualDuration?, _ scene: Scene
    ) -> Message {
        let calls = last.record.map { EarlierCalls(last: $0, count: count, failed: failed, usual: usual) }
        return .history(.calls(calls, of: scene.files[0].requests[0].reference))
    }

    private static func list(_ number: Int, rows: ClosedRange<Int>) -> [Message] {
        [
            .history(.list(PastPart(number: number, rows: Array(rows), isLast: true))),
            .history(.tasks(rows.suffix(80).map { .sample($0, isWhole: true) })),
        ]
    }
}
