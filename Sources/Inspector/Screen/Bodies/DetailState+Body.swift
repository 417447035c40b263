import ClientEngine
import InspectorCanvas
import InspectorValues

// The body of the shown exchange: laid out, folded, searched, queried and drawn. `page` is the room for its lines.
extension DetailState {
    mutating func receive(_ message: BodyMessage, page: Size?) {
        switch message {
        case .laidOut(let body): if isShown(body) { self.body = body }
        case .folded(let body):
            isFolding = false
            if isShown(body) { show(folded: body, page) }
        case .queried(let outcome, let number):
            let before = query?.result
            query?.receive(outcome, of: number)
            if query?.result != before { scrollToStart() }
        case .drawn(let picture): if self.picture?.wish == picture.wish { self.picture = picture }
        }
    }

    /// Indicates whether a body is still the one on the screen.
    private func isShown(_ body: BodyText) -> Bool { self.body?.source.key == body.source.key }

    /// Lays out a body that is another one, or has grown.
    mutating func layOut(_ source: BodySource) -> [Effect] {
        if body?.source.key == source.key { return [] }
        // Taken out of the state first, so that adding to it copies nothing.
        if var body {
            self.body = nil
            if body.append(source) {
                self.body = body
                return []
            }
        }
        let body = BodyText(quickly: source)
        self.body = body
        return body.isProvisional ? [.body(.layOut(source))] : []
    }

    /// Keeps the end of a body in sight while it arrives, once one has gone there.
    mutating func followBody() {
        guard isFollowing, page == .body, let body else { return }
        if body.source.key.isEnded { return follow(false) }
        if body.hasCursor { moveCursor(to: body.lineCount - 1, in: body, height: 1) }
        scroll(to: .max / 2)
    }

    // MARK: Folding

    /// Folds what begins in a line, or opens the row that it belongs to.
    mutating func fold(_ page: Size?) throws(Refusal) -> [Effect] {
        guard body?.hasRows == true else {
            guard body?.canToggleFold(at: cursor) == true else {
                throw Refusal("nothing begins in this line")
            }
            return try fold(.line(cursor), page)
        }
        guard let start = body?.toggleRow(at: cursor) else { throw Refusal("this row holds no JSON to open") }
        follow(false)
        guard let body, let page else { return [] }
        // All of what opens comes into sight, where there is room for it.
        let end = body.line(holding: start + (body.openRows[start]?.length ?? 0))
        moveCursor(to: end, in: body, height: page.height)
        moveCursor(to: body.line(holding: start), in: body, height: page.height)
        return []
    }

    /// Changes what is folded: of a large body in the background.
    mutating func fold(_ change: FoldJob.Change, _ page: Size?) throws(Refusal) -> [Effect] {
        guard let body else { return [] }
        if isFolding { throw Refusal("still folding") }
        let job = FoldJob(body, change)
        guard job.isLong else {
            show(folded: job.done, page)
            return []
        }
        isFolding = true
        return [.body(.fold(job))]
    }

    /// Shows a body folded otherwise; the cursor stays where it was, or with what that is folded into.
    private mutating func show(folded body: BodyText, _ page: Size?) {
        let start = self.body?.start(ofLine: cursor) ?? 0
        self.body = body
        if let page { moveCursor(to: body.line(holding: start), in: body, height: page.height) }
    }

    // MARK: Searching

    /// Begins a search of the body at its first visible line.
    mutating func search(_ text: String) {
        search = BodySearch(text, from: body?.start(ofLine: top) ?? 0)
    }

    /// Searches the body a little further, and goes to what was waited for.
    mutating func searchOn(_ page: Size?) {
        guard let body, !search.text.isEmpty, let offset = search.advance(in: body) else { return }
        reveal(offset, page)
    }

    mutating func stepToMatch(by step: Int, _ page: Size?) throws(Refusal) {
        guard body != nil else { return }
        guard let offset = search.move(by: step) else {
            throw Refusal(search.isSearching ? "still searching" : "not found: \(search.text)")
        }
        reveal(offset, page)
    }

    /// Goes to a place in the body, out of whatever it is folded into.
    private mutating func reveal(_ offset: Int, _ page: Size?) {
        body?.reveal(offset)
        if let body, let page { reveal(offset, in: body, page: page) }
    }

    // MARK: Querying

    /// Goes back to the whole body.
    mutating func leaveQuery() {
        guard query != nil else { return }
        endQuery()
        scrollToStart()
    }

    /// Leaves the expression with the body that it was about; asks for what was typed.
    mutating func askQuery(of source: BodySource) -> [Effect] {
        guard let query else { return [] }
        guard query.subject == BodyQuery.Subject(source.key) else {
            endQuery()
            return []
        }
        return self.query?.ask(of: source).map { [.body(.query($0))] } ?? []
    }

    // MARK: Drawing

    /// Asks for the picture of a body that has arrived, unless it is there or on its way.
    ///
    /// It is asked for again when its page has another size, or the terminal shows images in another way.
    mutating func askPicture(of source: BodySource, in area: Size, _ settings: ScreenSettings) -> [Effect] {
        if settings.images.shownBy == .none { picture = nil }
        guard source.view == .picture, source.key.isEnded, settings.images.shownBy != .none else { return [] }
        let isASCII = settings.glyphs == .ascii
        let wish = PictureWish(
            key: source.key,
            size: Size(width: max(1, area.width - 3), height: max(1, area.height - 1)),
            isASCII: isASCII, images: isASCII ? ImageSettings() : settings.images)
        // Nothing is looked into again for every key.
        if picture?.wish == wish { return [] }
        guard let facts = ImageFacts(source.bytes) else { return [] }
        let job = PictureJob(source, facts, wish)
        picture = DrawnPicture(wish: wish, content: .coming)
        if let refusal = job.refusal {
            picture = job.failed(refusal)
            return []
        }
        return [.body(.draw(job))]
    }
}
