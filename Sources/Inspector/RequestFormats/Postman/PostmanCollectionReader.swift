import EngineJSON

struct PostmanCollectionReader {
    private var warnings: [RequestCollection.Warning] = []

    mutating func read(_ document: JSONValue, items: [JSONValue], named name: String) -> RequestCollection {
        let info = document["info"]
        var collection = RequestCollection(name: info?["name"]?.string ?? name)
        collection.about = info?["description"]?.descriptionText ?? ""
        addScripts(of: document, to: &collection.about, place: collection.name)
        if let values = document["variable"]?.array {
            var variables = PostmanVariables(place: "variables")
            collection.variables = variables.read(values)
            warnings += variables.warnings
        }
        noteSettings(of: document, place: collection.name)
        note(PostmanMembers.collection.unknown(in: document), place: collection.name)
        collection.items = read(items, in: [], auth: document["auth"])
        collection.warnings = warnings
        return collection
    }

    private mutating func read(_ items: [JSONValue], in folders: [String], auth: JSONValue?)
        -> [RequestCollection.Item]
    {
        items.enumerated().compactMap { index, item in
            let name = item["name"]?.plainText ?? "\(index + 1)"
            let place = (folders + [name]).joined(separator: " / ")
            note(PostmanMembers.item.unknown(in: item), place: place)
            if let inner = item["item"]?.array {
                return .folder(folder(item, name: name, items: inner, in: folders, auth: auth))
            }
            guard let request = item["request"], !request.isNull else {
                warnings.append(.init(place, "It is neither a folder nor a request and is left out."))
                return nil
            }
            let settings = item["protocolProfileBehavior"]
            let reader = PostmanRequestReader(
                request, name: name, auth: auth, encodesURL: settings?["disableUrlEncoding"]?.bool != true)
            var result = reader.request
            let scripts = scripts(of: item)
            result.comments += scripts
            let examples = item["response"]?.array?.count ?? 0
            warnings += reader.warnings.map { .init(place, $0) }
            if !scripts.isEmpty {
                warnings.append(.init(place, "Its scripts are kept as comments and do not run."))
            }
            if examples > 0 {
                let responses = examples == 1 ? "1 saved response" : "\(examples) saved responses"
                warnings.append(.init(place, "Left out: \(responses)."))
            }
            readSettings(of: item, place: place, into: &result)
            return .request(result)
        }
    }

    private mutating func folder(
        _ item: JSONValue, name: String, items: [JSONValue], in folders: [String], auth: JSONValue?
    ) -> RequestCollection.Folder {
        let place = (folders + [name]).joined(separator: " / ")
        var about = item["description"]?.descriptionText ?? ""
        addScripts(of: item, to: &about, place: place)
        noteSettings(of: item, place: place)
        if item["variable"]?.array?.isEmpty == false {
            warnings.append(.init(place, "The variables of the folder are left out."))
        }
        return .init(
            name: name, about: about,
            items: read(items, in: folders + [name], auth: item["auth"]?.present ?? auth))
    }

    private mutating func note(_ unknown: [String], place: String) {
        warnings += unknown.map { .init(place, "Its “\($0)” is left out.") }
    }

    // MARK: Scripts

    /// Returns the scripts of an item, each with a line that says when it ran.
    private func scripts(of item: JSONValue) -> [String] {
        (item["event"]?.array ?? []).flatMap { event -> [String] in
            let code = event["script"]?["exec"] ?? event["script"]
            let lines =
                code?.array?.map(\.plainText) ?? code?.string.map { $0.splitLines.map(\.text) } ?? []
            let isEmpty = lines.allSatisfy { $0.allSatisfy(\.isWhitespace) }
            guard !isEmpty else { return [] }
            return ["Script (\(event["listen"]?.plainText ?? "script")):"] + lines
        }
    }

    private mutating func addScripts(of item: JSONValue, to about: inout String, place: String) {
        let lines = scripts(of: item)
        guard !lines.isEmpty else { return }
        about = ([about] + lines).filter { !$0.isEmpty }.joined(separator: "\n")
        warnings.append(.init(place, "Its scripts are kept as comments and do not run."))
    }

    // MARK: Settings

    private mutating func readSettings(
        of item: JSONValue, place: String, into request: inout EditableRequest
    ) {
        for setting in item["protocolProfileBehavior"]?.object?.members ?? [] {
            switch (setting.name, setting.value.bool) {
            case ("followRedirects", false): request.directives.append("@no-redirect")
            case ("disableCookies", true): request.directives.append("@no-cookie-jar")
            // What we do anyway.
            case ("followRedirects", _), ("disableCookies", _), ("disableBodyPruning", _),
                ("disableUrlEncoding", _):
                break
            default:
                warnings.append(.init(place, "The setting “\(setting.name)” is left out."))
            }
        }
    }

    private mutating func noteSettings(of item: JSONValue, place: String) {
        for setting in item["protocolProfileBehavior"]?.object?.members ?? [] {
            warnings.append(.init(place, "The setting “\(setting.name)” is left out."))
        }
    }
}
