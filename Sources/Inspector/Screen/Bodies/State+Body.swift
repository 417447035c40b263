extension State {
    mutating func perform(_ verb: BodyVerb) -> [Effect] {
        switch verb {
        case .nextView: detail.showNextView()
        case .nextEncoding: detail.readInNextEncoding()
        case .wrap: detail.toggleWrap()
        case .fold: return fold()
        case .foldAll: return change(.all)
        case .unfoldAll: return change(.nothing)
        case .save: askWhereToSave()
        case .query: openQuery()
        }
        return []
    }

    /// Folds what begins in a line, or opens the row that it belongs to.
    private mutating func fold() -> [Effect] {
        guard detail.body?.hasRows == true else {
            if detail.body?.canToggleFold(at: detail.cursor) == true { return change(.line(detail.cursor)) }
            refusal = "nothing begins in this line"
            return []
        }
        guard let start = detail.body?.toggleRow(at: detail.cursor) else {
            refusal = "this row holds no JSON to open"
            return []
        }
        detail.follow(false)
        guard let body = detail.body, let page = Layout(self).detailPage else { return [] }
        // All of what opens comes into sight, where there is room for it.
        let end = body.line(holding: start + (body.openRows[start]?.length ?? 0))
        detail.moveCursor(to: end, in: body, height: page.height)
        detail.moveCursor(to: body.line(holding: start), in: body, height: page.height)
        return []
    }

    /// Changes what is folded: of a large body in the background.
    private mutating func change(_ change: FoldJob.Change) -> [Effect] {
        guard let body = detail.body else { return [] }
        if detail.isFolding {
            refusal = "still folding"
            return []
        }
        let job = FoldJob(body, change)
        guard job.isLong else {
            show(folded: job.done)
            return []
        }
        detail.isFolding = true
        return [.body(.fold(job))]
    }

    /// Takes in a body that was folded, unless another one is shown now.
    mutating func receive(folded body: BodyText) {
        detail.isFolding = false
        if detail.body?.source.key == body.source.key { show(folded: body) }
    }

    /// Shows a body folded otherwise; the cursor stays where it was, or with what that is folded into.
    private mutating func show(folded body: BodyText) {
        let start = detail.body?.start(ofLine: detail.cursor) ?? 0
        detail.body = body
        guard let page = Layout(self).detailPage else { return }
        detail.moveCursor(to: body.line(holding: start), in: body, height: page.height)
    }

    private mutating func askWhereToSave() {
        guard let source = clippingSource else { return }
        do throws(ClipboardItem.CopyError) {
            overlays.add(SaveBodyOverlay(FileCopy(bytes: try source.wholeBody, path: source.fileName)))
        } catch {
            notices.insert(.error(error.text, hint: error.hint), at: 0)
        }
    }
}
