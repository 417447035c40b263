import EngineJSON
import InspectorCanvas
import RequestFormats

/// The lines of the form, from top to bottom: one layout for drawing and for scrolling.
struct DraftForm {
    enum Line: Hashable {
        case field(label: String, DraftField)
        case row(label: String, DraftField.Table, Int)
        case choice(label: String, DraftField, [String], chosen: Int)
        /// A line of the body, counted from the top of its window.
        case body(Int)
        case problem(String)
        /// The values of the references of the body.
        case references([String])
        /// The lines of the text that have no field.
        case kept([Substring])
        /// The settings that it takes over, each with its place.
        case inherited([String])
        /// The headings of the columns of the parts.
        case partHeading
        /// The consequence of the line above.
        case consequence(String)
    }

    let lines: [Line]
    /// The number of visible lines of the body.
    let bodyHeight: Int

    init(_ state: DraftState, height: Int) {
        let draft = state.draft
        let count = draft.text.count { $0.isNewline } + 1
        bodyHeight = max(1, min(max(count, 3), height / 2))
        var lines: [Line] = [
            .field(label: "title", .title), .field(label: "method", .method), .field(label: "URL", .url),
        ]
        lines += Self.rows("query", .query, draft) + Self.rows("headers", .headers, draft)
        lines.append(Self.choice("auth", .credentials, draft.credentials.kind))
        switch draft.credentials.kind {
        case .none, .negotiate: break
        case .basic, .digest, .ntlm:
            lines += [.field(label: "user", .user), .field(label: "password", .password)]
        case .bearer: lines.append(.field(label: "token", .token))
        case .aws:
            lines += [
                .field(label: "key", .accessKey), .field(label: "secret", .secretKey),
                .field(label: "session", .sessionToken), .field(label: "region", .region),
                .field(label: "service", .service),
            ]
        }
        lines.append(Self.choice("body", .bodyKind, draft.bodyKind))
        lines += Self.bodyLines(state, height: bodyHeight)
        lines += [
            .field(label: "retry", .retries), .field(label: "when", .retryWhen),
            .field(label: "backoff", .retryBackoff), .field(label: "timeout", .timeout),
            .choice(label: "mock", .mock, state.mocks.labels, chosen: state.mocks.index),
        ]
        if let text = state.mocks.consequence { lines.append(.consequence(text)) }
        let kept = Self.kept(of: draft)
        if !kept.isEmpty { lines.append(.kept(kept)) }
        let inherited = state.settingsTakenOver.map { "\($0.setting.text) (\($0.place))" }
        if !inherited.isEmpty { lines.append(.inherited(inherited)) }
        self.lines = lines
    }

    private static func kept(of draft: Draft) -> [Substring] {
        let directives: Set = ["retry", "retrywhen", "retrybackoff", "timeout"]
        return (draft.leading + draft.trailing).split(whereSeparator: \.isNewline).filter { line in
            let isField = EditableRequest.directive(in: line).map { directives.contains($0.key) } ?? false
            return !isField && !line.hasPrefix("###") && !line.allSatisfy { $0 == "#" || $0.isWhitespace }
        }
    }

    private static func choice<Kind: CaseIterable & Equatable & RawRepresentable<String>>(
        _ label: String, _ field: DraftField, _ kind: Kind
    ) -> Line {
        let kinds = Array(Kind.allCases)
        return .choice(
            label: label, field, kinds.map(\.rawValue), chosen: kinds.firstIndex(of: kind) ?? 0)
    }

    private static func rows(_ label: String, _ table: DraftField.Table, _ draft: Draft) -> [Line] {
        (0...draft[table].count).map { .row(label: $0 == 0 ? label : "", table, $0) }
    }

    private static func bodyLines(_ state: DraftState, height: Int) -> [Line] {
        switch state.draft.bodyKind {
        case .none: return []
        case .form: return rows("", .form, state.draft)
        case .multipart: return [.partHeading] + rows("", .parts, state.draft)
        case .file: return [.field(label: "", .file)]
        case .text, .json:
            var lines: [Line] = (0..<height).map { .body($0) }
            if let problem = state.jsonProblem { lines.append(.problem(problem.brief)) }
            let names = TemplateText.names(in: state.draft.text)
            if !names.isEmpty { lines.append(.references(names)) }
            return lines
        }
    }

    /// The line that holds a field.
    func index(of field: DraftField) -> Int {
        lines.firstIndex { $0.holds(field) } ?? 0
    }

    /// The first visible line so that a field is in sight, the body with what is said about it.
    func top(showing field: DraftField, from top: Int, height: Int) -> Int {
        let first = index(of: field)
        var last = first
        while last + 1 < lines.count, lines[last + 1].belongsToBody, field == .text { last += 1 }
        let top = max(min(top, first), min(last - height + 1, first))
        return max(0, min(top, lines.count - height))
    }
}

extension DraftForm.Line {
    /// The field that a line begins with; nil where there is nothing to select.
    var field: DraftField? {
        switch self {
        case .field(_, let field), .choice(_, let field, _, _): field
        case .row(_, let table, let index): .cell(table, index, .name)
        case .body: .text
        case .problem, .references, .kept, .inherited, .partHeading, .consequence: nil
        }
    }

    fileprivate var belongsToBody: Bool {
        switch self {
        case .body, .problem, .references: true
        case .field, .row, .choice, .kept, .inherited, .partHeading, .consequence: false
        }
    }

    func holds(_ field: DraftField) -> Bool {
        if case .row(_, let table, let index) = self, case .cell(table, index, _) = field { return true }
        return self.field == field
    }
}

extension JSONError {
    /// The place first: what follows may be cut off.
    fileprivate var brief: String {
        let found = found.map { ", found \($0)" } ?? ", found the end"
        return "line \(line), column \(column): expected \(expected)\(found)"
    }
}
