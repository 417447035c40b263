extension State {
    mutating func perform(_ verb: BodyVerb) {
        switch verb {
        case .nextView: detail.showNextView()
        case .nextEncoding: detail.readInNextEncoding()
        case .wrap: detail.toggleWrap()
        case .fold: fold()
        case .foldAll: foldAll(true)
        case .unfoldAll: foldAll(false)
        case .save: askWhereToSave()
        case .query: openQuery()
        }
    }

    /// Folds what begins in a line, or opens the row that it belongs to.
    private mutating func fold() {
        guard detail.body?.hasRows == true else {
            if detail.body?.toggleFold(at: detail.cursor) != true { refusal = "nothing begins in this line" }
            return
        }
        guard let start = detail.body?.toggleRow(at: detail.cursor) else {
            refusal = "this row holds no JSON to open"
            return
        }
        detail.follow(false)
        guard let body = detail.body, let page = Layout(self).detailPage else { return }
        // All of what opens comes into sight, where there is room for it.
        let end = body.line(holding: start + (body.openRows[start]?.length ?? 0))
        detail.moveCursor(to: end, in: body, height: page.height)
        detail.moveCursor(to: body.line(holding: start), in: body, height: page.height)
    }

    /// Folds all, or unfolds all; the cursor stays where it was, or with what that is folded into.
    private mutating func foldAll(_ isFolding: Bool) {
        guard let start = detail.body?.start(ofLine: detail.cursor) else { return }
        if isFolding { detail.body?.foldAll() } else { detail.body?.unfoldAll() }
        guard let body = detail.body, let page = Layout(self).detailPage else { return }
        detail.moveCursor(to: body.line(holding: start), in: body, height: page.height)
    }

    private mutating func askWhereToSave() {
        guard let source = clippingSource else { return }
        do throws(ClipboardItem.CopyError) {
            overlays.add(SaveBodyOverlay(BodyCopy(bytes: try source.wholeBody, path: source.fileName)))
        } catch {
            notices.insert(.error(error.text, hint: error.hint), at: 0)
        }
    }

    /// Asks before a file is replaced.
    mutating func ask(about file: BodyCopy) { overlays.add(ReplaceConfirmation(file: file)) }
}
