import ClientEngine
import ClientEngineRecording
import EngineJSON
import FoundationEssentials
import InspectorValues
import InspectorWorkspace
import RequestFormats

/// A run as build servers read it: a suite for each file, a case for each request, and in it why its task has failed.
///
///     testsuites ─ testsuite (file) ─ testcase (request) ─ failure   an assertion that does not hold, a status of 5xx
///                                                       ├ error     no complete response, or not sent
///                                                       ├ skipped   cancelled
///                                                       ├ flakyFailure, rerunFailure   an attempt before the last one
///                                                       └ system-out  what was not run, and notes
struct JUnitReport {
    fileprivate struct Case {
        var file: String
        var name: String
        var seconds = 0.0
        var failures: [(type: String, text: String)] = []
        var error: (type: String, text: String)?
        var skipped: String?
        /// The attempts before the last one.
        var earlier: [(type: String, text: String)] = []
        var notes: [String] = []
    }

    private var cases: [Case]

    init(_ result: SendLoop.Result, leftOut: [LeftOut] = []) {
        cases =
            result.records.map(Case.init) + result.refusals.map(Case.init) + leftOut.map(Case.init)
    }

    /// Returns the document, UTF-8, secrets that were met replaced.
    func bytes(redaction: inout Redaction) -> [UInt8] {
        var xml = XMLText(redaction: redaction)
        xml.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        xml.open("testsuites", Self.counts(cases), name: nil)
        var files: [String] = []
        for file in cases.map(\.file) where !files.contains(file) { files.append(file) }
        for file in files {
            let own = cases.filter { $0.file == file }
            xml.open("testsuite", Self.counts(own), name: file)
            for test in own { Self.write(test, to: &xml) }
            xml.line("</testsuite>")
        }
        xml.line("</testsuites>")
        redaction = xml.redaction
        return Array(xml.text.utf8)
    }

    private static func counts(_ cases: [Case]) -> [(String, String)] {
        [
            ("tests", "\(cases.count)"),
            ("failures", "\(cases.count { $0.error == nil && !$0.failures.isEmpty })"),
            ("errors", "\(cases.count { $0.error != nil })"),
            ("skipped", "\(cases.count { $0.skipped != nil })"),
            ("time", seconds(cases.reduce(0) { $0 + $1.seconds })),
        ]
    }

    private static func write(_ test: Case, to xml: inout XMLText) {
        let attributes = [("classname", test.file), ("time", seconds(test.seconds))]
        xml.open("testcase", attributes, name: test.name)
        if let error = test.error {
            xml.element("error", [("message", error.text), ("type", error.type)], text: error.text)
        } else {
            for (type, text) in test.failures {
                xml.element("failure", [("message", text), ("type", type)], text: text)
            }
        }
        // As Surefire's schema has them: an attempt before one that passed, and one before others that did not.
        let name = test.error == nil && test.failures.isEmpty ? "flakyFailure" : "rerunFailure"
        for (type, text) in test.earlier {
            xml.open(name, [("message", text), ("type", type)], name: nil)
            xml.element("stackTrace", [], text: text)
            xml.line("</\(name)>")
        }
        if let reason = test.skipped { xml.element("skipped", [("message", reason)], text: "") }
        if !test.notes.isEmpty {
            xml.element("system-out", [], text: test.notes.joined(separator: "\n"))
        }
        xml.line("</testcase>")
    }

    private static func seconds(_ value: Double) -> String { value.digits(3) }
}

extension JUnitReport.Case {
    fileprivate init(_ record: TaskRecord) {
        let request = record.origin.request
        file = record.origin.provenance.file ?? "requests"
        name = request.name ?? "\(request.method) \(request.url)"
        seconds = record.elapsed(now: record.ended ?? record.created).seconds
        if record.verdict == nil { skipped = "not over" }
        if let interruption = record.interruption { skipped = "cancelled while \(interruption)" }
        for case .error(let failure) in record.failures { error = (failure.label, failure.message) }
        for case .status(let status) in record.failures { failures.append(("status", "status is \(status)")) }
        for finding in record.testResults { add(finding) }
        for attempt in record.attempts where attempt.retry != nil {
            let story = Self.story(of: attempt, in: record)
            // To wait for an answer is no failure.
            if attempt.isPolled { notes.append(story.text) } else { earlier.append(story) }
        }
    }

    /// The end of an attempt that another one followed, or was to follow.
    private static func story(
        of attempt: AttemptRecord, in record: TaskRecord
    ) -> (type: String, text: String) {
        let cause = attempt.retry?.cause.map { " (\($0))" } ?? ""
        let waits = attempt.retry.map { ", then \($0.delay.sentence)\(cause)" } ?? ""
        let name = record.attemptText("\(attempt.number)")
        switch attempt.outcome {
        case .response(let status):
            let reason = attempt.exchanges.last?.head?.reason ?? ""
            return ("status", "\(name): \(status) \(reason)\(waits)")
        case .error(let error): return (error.label, "\(name): \(error.message)\(waits)")
        case .cancelled, nil: return ("cancelled", "\(name): cancelled")
        }
    }

    private mutating func add(_ finding: TestResult) {
        let place = finding.line.map { "line \($0): " } ?? ""
        switch finding.outcome {
        case .failed(let actual): failures.append(("assertion", "\(place)\(finding.text): \(actual)"))
        case .notRun(let reason): notes.append("\(place)not run: \(finding.text): \(reason)")
        case .noted(let note): notes.append(place + note)
        case .passed: notes.append("\(place)passed: \(finding.text)")
        }
    }

    fileprivate init(_ refusal: Runner.JobError) {
        file = refusal.job.provenance.file ?? "requests"
        name = refusal.job.label
        error = ("notSent", refusal.reason)
    }

    fileprivate init(_ leftOut: LeftOut) {
        file = leftOut.file
        name = leftOut.label ?? leftOut.file
        error = ("notSent", leftOut.problems.map(\.description).joined(separator: "\n"))
    }
}

/// Builds XML 1.0 line by line; what it cannot hold is replaced, and secrets are hidden.
private struct XMLText {
    private(set) var text = ""
    var redaction: Redaction

    mutating func line(_ markup: String) { text += markup + "\n" }

    mutating func open(_ element: String, _ attributes: [(String, String)], name: String?) {
        // A request without a name is called by its URL.
        let named = name.map { [("name", redaction.url($0))] } ?? []
        line("<\(element)\(spelled(named + attributes))>")
    }

    mutating func element(_ name: String, _ attributes: [(String, String)], text: String) {
        line("<\(name)\(spelled(attributes))>\(escaped(text))</\(name)>")
    }

    private mutating func spelled(_ attributes: [(String, String)]) -> String {
        var text = ""
        for (name, value) in attributes { text += " \(name)=\"\(escaped(value))\"" }
        return text
    }

    private mutating func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in redaction.text(text).unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n", "\t": escaped += "&#\(scalar.value);"
            // It turns or hides what stands around it: an escape shows that it is there.
            case _ where scalar.isInvisible: escaped += "&#x\(String(scalar.value, radix: 16));"
            // XML 1.0 has no way to write these; the rest are obeyed or hidden by terminals.
            case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
