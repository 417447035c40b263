import ClientEngine
import ClientEngineRecording
import InspectorCanvas
import InspectorValues
import RequestFormats

/// The selected saved request as it would be sent.
struct RequestPreview: Equatable, Sendable {
    /// The request that was asked about last; nil when what is known is out of date.
    private(set) var entry: SavedEntry?
    private(set) var lines: [StyledText] = []
    /// The rules that a mock of it can have; nil until they are known.
    private(set) var rules: MockRules?
    /// Its earlier calls; nil until they are known, and where there are none.
    private(set) var calls: EarlierCalls?
    /// The request whose calls were asked for last.
    private var recalled: SavedEntry?

    /// Begins with another request.
    mutating func ask(about entry: SavedEntry) {
        self.entry = entry
        rules = nil
    }

    /// Lets the request be read again, because its file or the environment may have changed.
    mutating func renew() { entry = nil }

    /// Notes that the history is asked about a request, or with nil that no answer is of use; tells whether that is a new question.
    mutating func recall(_ entry: SavedEntry?) -> Bool {
        guard entry != recalled else { return false }
        (recalled, calls) = (entry, nil)
        return entry != nil
    }

    /// Shows what the history holds of a request; other answers come too late.
    mutating func show(_ calls: EarlierCalls?, of reference: SavedEntry.Reference) {
        if recalled?.reference == reference { self.calls = calls }
    }

    /// Shows what was read of a request, nothing where it cannot be read; other answers come too late.
    mutating func show(_ draft: DraftState?, of reference: SavedEntry.Reference, mask: String) {
        guard entry?.reference == reference else { return }
        guard let draft else {
            lines = [StyledText("This is not a request that can be sent.", .muted)]
            return
        }
        lines = OutgoingText(draft, mask: mask).lines
        rules = MockRules(forSaved: draft.draft.request, draft.values)
    }
}

/// The text of a draft as it would be sent: with what its references stand for, and its secrets behind a mask.
struct OutgoingText {
    private let text: String
    /// The settings that it takes over as lines, each with its place.
    private let inherited: [(line: String, place: String, isHeader: Bool)]
    private let values: [String: DraftValue]
    private let mask: String
    /// The references that stand where a secret belongs.
    private let secretNames: Set<String>
    private let showsSecrets: Bool

    private static let lineLimit = 200
    private static let columnLimit = 2_000

    init(_ draft: DraftState, mask: String) {
        values = draft.values
        self.mask = mask
        showsSecrets = draft.showsSecrets
        var (request, names) = (draft.draft.request, Set<String>())
        if !draft.showsSecrets {
            request = request.replacingSecrets { _ in mask }
            request.mapSecrets { secret, _ in
                names.formUnion(TemplateText.names(in: secret.text))
                return secret.text
            }
        }
        var redaction = Redaction()
        if !draft.showsSecrets { redaction.learn(values: draft.secretValues) }
        text = redaction.text(request.text, replacedBy: mask)
        inherited = draft.settingsTakenOver.map { setting, place in
            guard case .header(let name, let value) = setting.content else {
                return (redaction.text(setting.text, replacedBy: mask), place, false)
            }
            var header = EditableRequest(url: "")
            header.headers = [.init(name.text, value.text)]
            if !draft.showsSecrets {
                header = header.replacingSecrets { _ in mask }
                header.mapSecrets { secret, _ in
                    names.formUnion(TemplateText.names(in: secret.text))
                    return secret.text
                }
            }
            let line = "\(name.text): \(header.headers[0].value)"
            return (redaction.text(line, replacedBy: mask), place, true)
        }
        secretNames = names
    }

    var lines: [StyledText] {
        var (part, rest) = (Part.comments, inherited[...])
        var lines: [StyledText] = []
        let written = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(Self.lineLimit)
        for line in written {
            part.advance(to: line)
            // Directives precede the request line, and headers follow those of the request.
            if part != .comments { lines += takeOver(from: &rest, headersToo: part == .body) }
            if let line = self.line(String(line.prefix(Self.columnLimit)), in: part) { lines.append(line) }
        }
        return lines + takeOver(from: &rest, headersToo: true)
    }

    /// Takes the next settings that are shown, each as a line with its place.
    private func takeOver(
        from rest: inout ArraySlice<(line: String, place: String, isHeader: Bool)>, headersToo: Bool
    ) -> [StyledText] {
        let taken = rest.filter { !$0.isHeader || headersToo }
        guard !taken.isEmpty else { return [] }
        rest = rest.filter { $0.isHeader && !headersToo }[...]
        return taken.compactMap { setting in
            line(setting.line, in: setting.isHeader ? .headers : .comments).map {
                $0 + StyledText("  \(untrusted: setting.place)", .muted)
            }
        }
    }

    /// The part of a request that a line belongs to.
    private enum Part {
        case comments, request, headers, body

        mutating func advance(to line: Substring) {
            switch self {
            case .comments: if !line.isEmpty, !line.hasPrefix("#"), !line.hasPrefix("@") { self = .request }
            case .request, .headers: self = line.isEmpty ? .body : .headers
            case .body: break
            }
        }
    }

    /// The line of a part; nil for what says only what the request is called.
    private func line(_ line: String, in part: Part) -> StyledText? {
        switch part {
        case .comments:
            let isTitle = line.isEmpty || line.hasPrefix("###") || line.hasPrefix("# @name")
            return isTitle ? nil : StyledText(DisplayText(untrusted: line), .muted)
        case .request:
            let method = line.prefix(before: " ")
            return StyledText(DisplayText(untrusted: method), Style.method(String(method)).bold)
                + resolved(String(line.dropFirst(method.count)))
        case .headers:
            guard !line.hasPrefix("#"), let colon = line.unicodeScalars.firstIndex(of: ":") else {
                return resolved(line, .muted)
            }
            return StyledText(DisplayText(untrusted: line[..<colon]), .header)
                + resolved(String(line[colon...]))
        case .body: return resolved(line)
        }
    }

    /// The text with values in the place of its references; what has none yet stays, and what will have none stands out.
    private func resolved(_ text: String, _ style: Style = .plain) -> StyledText {
        var resolved = StyledText()
        _ = TemplateText.map(text) { literal in
            resolved.append(DisplayText(untrusted: literal), style)
            return ""
        } reference: { inside in
            let name = TemplateText.names(in: "{{\(inside)}}").first ?? String(inside)
            switch values[name] {
            case .text(let value), .passing(let value):
                resolved.append(DisplayText(untrusted: isSecret(name) ? mask : value), .info)
            case .undefined: resolved.append("{{\(untrusted: name)}}", .bad.bold)
            case .madeWhenSent, nil: resolved.append("{{\(untrusted: name)}}", .muted)
            }
            return ""
        }
        return resolved
    }

    private func isSecret(_ name: String) -> Bool {
        !showsSecrets && (secretNames.contains(name) || Redaction.isSecret(variable: name))
    }
}
