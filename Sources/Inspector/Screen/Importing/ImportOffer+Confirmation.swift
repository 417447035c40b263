import InspectorValues

extension ImportOffer {
    func confirmation(of result: Result) -> Notice {
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
