import ClientEngine
import ClientEngineRecording
import FoundationEssentials
import InspectorTaskFilter

/// A task that has ended, in a few hundred bytes: its record as a history writes it, with all its secrets.
package struct KeptTask: Sendable {
    /// The request, which the text leaves out.
    let asked: ResolvedRequest
    /// The text has it in seconds, with fewer digits.
    private let date: Date
    fileprivate let written: WrittenRecord

    fileprivate init(_ record: TaskRecord, _ asked: ResolvedRequest, _ written: WrittenRecord) {
        (self.asked, date, self.written) = (asked, record.origin.date, written)
    }

    /// The record that was written, but for the encoded bytes of bodies that it has decoded.
    var record: TaskRecord? {
        var record = RecordReader.record(written, of: asked.request, to: asked.url)
        record?.origin.date = date
        return record
    }

    /// The text.
    var story: [UInt8] { written.story }
}

/// A text that is looked for in tasks as they are kept.
struct RoughlySearched {
    fileprivate let part: SearchedPart
    fileprivate let inParts: RoughText
    fileprivate let inStory: RoughText

    init(_ wanted: TaskQuery.Text) {
        (part, inParts, inStory) = (wanted.part, RoughText(wanted.text), RoughText(inStory: wanted.text))
    }
}

extension KeptTask {
    /// The beginning of a request line that is no text.
    private static let oddBytes = RoughText(#"{"base64":"#)

    /// Returns whether a text may occur in it; reading it takes longer.
    func mayHold(_ text: RoughlySearched) -> Bool {
        switch text.part {
        case .header:
            [asked.request.method.rawValue, asked.urlText].contains {
                text.inStory.mayOccur(in: Array($0.utf8))
            }
                || text.inStory.mayOccur(in: story) || Self.oddBytes.mayOccur(in: story)
                || written.parts.heads.contains { text.inParts.mayOccur(in: $0.content) }
        case .body:
            written.parts.bodies.contains { text.inParts.mayOccur(in: $0.content) }
                || text.inParts.mayOccur(in: asked.request.body.bytes ?? [])
        }
    }
}

extension KeptTask: Equatable {
    package static func == (left: KeptTask, right: KeptTask) -> Bool {
        left.asked == right.asked && left.date == right.date && left.story == right.story
            && (left.written.parts === right.written.parts
                || left.written.parts.heads.map(\.content) == right.written.parts.heads.map(\.content)
                    && left.written.parts.bodies.map(\.content) == right.written.parts.bodies.map(\.content))
    }
}

/// Writes tasks that have ended; those that are alike share their requests, their heads and their bodies.
struct KeptTaskWriter: Sendable {
    private var writer = RecordWriter()
    private var last: ResolvedRequest?
    private var recent: Set<ResolvedRequest> = []
    /// The most requests that are remembered, and the bytes of the longest body of one.
    private static let (most, longest) = (512, 2_048)

    mutating func write(_ record: TaskRecord, _ asked: ResolvedRequest) -> KeptTask {
        let asked = known(asked)
        last = asked
        return KeptTask(record, asked, writer.packed(record, withRequest: false))
    }

    private mutating func known(_ asked: ResolvedRequest) -> ResolvedRequest {
        if let last, last == asked { return last }
        switch asked.request.body.content {
        case .none: break
        case .bytes(let bytes) where bytes.count <= Self.longest: break
        default: return asked
        }
        if recent.count >= Self.most { recent = [] }
        return recent.insert(asked).memberAfterInsert
    }
}

extension KeptTaskWriter: Equatable {
    // What it remembers changes only what tasks share.
    static func == (left: KeptTaskWriter, right: KeptTaskWriter) -> Bool { true }
}
