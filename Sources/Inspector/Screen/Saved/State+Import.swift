import InspectorCanvas
import InspectorValues

extension State {
    /// Looks at what was pasted where no text is typed: keys are never made of it.
    mutating func takePaste(_ paste: Key.Paste) -> [Effect] {
        typed = []
        guard Place.home.contains(place) || place == .mocks else { return [] }
        guard !paste.isTruncated else {
            let limit = KeyDecoder.pasteLimit >> 20
            notices.show(
                .error(
                    "Nothing was imported: more than \(limit) MiB was pasted.",
                    hint: place == .mocks
                        ? "Paste the path of the file instead."
                        : "Save it as a file: inspector import FILE reads up to 64 MiB."))
            return []
        }
        guard paste.text.contains(where: { !$0.isWhitespace }) else { return [] }
        isAwaitingOffer = true
        return [place == .mocks ? .mock(.readArchive(paste.text)) : .saved(.readPaste(paste.text))]
    }

    /// Asks whether what was pasted is to be written into files, unless keys were pressed since: one that is on its way
    /// to the list must not answer the question.
    mutating func ask(about offer: ImportOffer) {
        guard isAwaitingOffer, Place.home.contains(place) else {
            notices.add(.information("What was pasted was not imported: paste it again, and wait."))
            return
        }
        isAwaitingOffer = false
        overlays.add(Confirmation(question: offer.question, effects: [.saved(.write(offer))]))
    }

    /// Says what was imported, and shows what was not.
    mutating func report(_ result: ImportOffer.Result) {
        let offer = result.offer
        notices.show(offer.confirmation(of: result))
        saved.selectWhenRead(.init(file: result.path, number: result.number, line: 0))
        if !offer.warnings.isEmpty {
            overlays.add(ReportOverlay(Report(title: "NOT CARRIED OVER", lines: offer.warnings)))
        }
    }
}

extension ImportOffer {
    fileprivate func confirmation(of result: Result) -> Notice {
        let path = result.path.plainPath
        var notice = Notice.information("Imported \(count.of("request")) into \(path).")
        var hints = result.notices
        if !undefined.isEmpty {
            let list = undefined.map { "{{\($0)}}" }.joined(separator: ", ")
            hints.append("Secrets were left out: define \(list) in http-client.private.env.json.")
        }
        if let secret = files.first(where: \.isPrivate) {
            hints.append("Secrets are in \(secret.path): keep it out of the repository.")
        }
        if !hints.isEmpty { notice.hint = hints.joined(separator: " ") }
        return notice
    }
}
