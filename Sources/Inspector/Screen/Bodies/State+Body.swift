import ClientEngine
import InspectorCanvas

extension State {
    mutating func perform(_ verb: BodyVerb) throws(Refusal) -> [Effect] {
        switch verb {
        case .nextView: detail.showNextView()
        case .nextEncoding: detail.readInNextEncoding()
        case .wrap: detail.toggleWrap()
        case .fold: return try detail.fold(pageSize)
        case .foldAll: return try detail.fold(.all, pageSize)
        case .unfoldAll: return try detail.fold(.nothing, pageSize)
        case .save: askWhereToSave()
        case .query:
            guard detail.body != nil else { return [] }
            overlays.show(QueryOverlay(detail.query?.expression ?? "", earlier: detail.earlierQueries))
        }
        return []
    }

    /// Keeps the body page's lines up to date with the exchange that is shown.
    mutating func layOutBody() -> [Effect] {
        let layout = Layout(self)
        // Beside another page the edge takes a column.
        guard
            let area = detail.page == .body
                ? layout.detailPage : layout.bodyBeside?.splitLeft(1).rest ?? layout.bodyBelow,
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
        // Below the timing there are a few lines at most, too few for a picture.
        let drawing =
            layout.bodyBelow == nil ? detail.askPicture(of: whole, in: area.size, settings) : []
        return detail.askQuery(of: whole) + drawing
            + detail.layOut(
                BodySource(
                    task: key, attempt: attempt.number, exchange: exchange, layout: wish,
                    found: detail.query?.result))
    }

    private mutating func askWhereToSave() {
        guard let source = clippingSource else { return }
        do throws(ClipboardItem.CopyError) {
            overlays.add(SaveBodyOverlay(FileCopy(bytes: try source.wholeBody, path: source.fileName)))
        } catch {
            notices.show(.error(error.text, hint: error.hint))
        }
    }
}
