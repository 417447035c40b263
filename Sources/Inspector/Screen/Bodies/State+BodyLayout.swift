import ClientEngine
import InspectorCanvas
import InspectorValues

// The lines of the body page: laid out for the exchange that is shown, and followed while they arrive.
extension State {
    mutating func receive(_ message: BodyMessage) {
        switch message {
        case .laidOut(let body): replaceBody(with: body)
        case .folded(let body): receive(folded: body)
        case .queried(let outcome, let number): receive(outcome, of: number)
        case .drawn(let picture): receive(picture)
        }
    }

    private mutating func replaceBody(with body: BodyText) {
        if detail.body?.source.key == body.source.key { detail.body = body }
    }

    /// Keeps the body page's lines up to date with the exchange that is shown.
    mutating func layOutBody() -> [Effect] {
        let layout = Layout(self)
        // Beside another page the edge takes a column.
        guard
            let area = detail.page == .body ? layout.detailPage : layout.bodyBeside?.splitLeft(1).rest,
            let exchange = shownExchange, let key = list.selectedTask, let task = selectedTask,
            let attempt = task.attempts.last(where: {
                $0.exchanges.contains { $0.started == exchange.started }
            })
        else {
            detail.body = nil
            return []
        }
        var wish = detail.layout
        if detail.wraps { wish.wrap = BodyPage.textWidth(in: area) }
        let whole = BodySource(
            task: key, attempt: attempt.number, exchange: exchange, layout: wish)
        let effects = askQuery(of: whole) + askPicture(of: whole, in: area.size)
        let source = BodySource(
            task: key, attempt: attempt.number, exchange: exchange, layout: wish,
            found: detail.query?.result)
        return effects + layOut(source)
    }

    private mutating func layOut(_ source: BodySource) -> [Effect] {
        if let body = detail.body, body.source.key == source.key { return [] }
        // Taken out of the state first, so that adding to it copies nothing.
        if var body = detail.body {
            detail.body = nil
            if body.append(source) {
                detail.body = body
                return []
            }
        }
        let body = BodyText(quickly: source)
        detail.body = body
        return body.isProvisional ? [.body(.layOut(source))] : []
    }

    /// Keeps the end of a body in sight while it arrives, once one has gone there.
    mutating func followBody() {
        guard detail.isFollowing, detail.page == .body, let body = detail.body else { return }
        if body.source.key.isEnded { return detail.follow(false) }
        if body.hasCursor { detail.moveCursor(to: body.lineCount - 1, in: body, height: 1) }
        detail.scroll(to: .max / 2)
    }
}
