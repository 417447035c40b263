extension State {
    /// Copies a part of the selected task; without one, shows which parts there are.
    mutating func copy(_ part: ClipboardItem.Part?) -> [Effect] {
        guard let part, let source = clippingSource else {
            typed = settings.keymap.keys(of: .copy(nil))
            return []
        }
        do throws(ClipboardItem.CopyError) {
            let clipping = try ClipboardItem(part, of: source)
            notices.show(.confirmation(clipping.confirmation))
            return [.copy(.toClipboard(clipping.bytes))]
        } catch {
            notices.show(.error(error.text, hint: error.hint))
            return []
        }
    }

    /// The source of what can be copied of the selected task.
    var clippingSource: ClipboardItem.Source? {
        guard let key = list.selectedTask else { return nil }
        return selectedTask.map {
            ClipboardItem.Source(
                key: key, task: $0, exchange: shownExchange, isSent: detail.page == .sent, found: foundInBody,
                line: lineOfBody, sentenceOfMissingBody: sentenceOfMissingBody)
        }
    }

    /// The parts of the body that an expression has found, where they stand in its place.
    private var foundInBody: [UInt8]? { detail.page == .body ? detail.body?.source.found : nil }

    private var lineOfBody: (path: String, value: [UInt8])? {
        guard detail.page == .body, let body = detail.body, let path = body.path(ofLine: detail.cursor),
            let value = body.value(ofLine: detail.cursor)
        else { return nil }
        return (path, value)
    }
}
