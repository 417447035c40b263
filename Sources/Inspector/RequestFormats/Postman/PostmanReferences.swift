/// The names of values that Postman makes on the spot, and ours.
enum PostmanReferences {
    private static let names = ["$guid": "$uuid", "$randomUUID": "$uuid"]
    private static let shared: Set<String> = ["$uuid", "$timestamp", "$isoTimestamp", "$randomInt"]

    static func imported(_ text: String) -> String {
        TemplateText.mapNames(text) { names[String($0)] ?? String($0) }
    }

    static func exported(_ text: String) -> String {
        TemplateText.map(text) { inside in
            let words = inside.split(at: " ")
            if words == ["$uuid"] || words == ["$guid"] { return "{{$guid}}" }
            return words.first == "$randomInt" && words == ["$randomInt", "0", "1000"]
                ? "{{$randomInt}}" : "{{\(inside)}}"
        }
    }

    /// Returns the references in a text that the other side does not know: values made on the spot, and those of a
    /// vault.
    static func unknown(in text: String) -> [String] {
        TemplateText.insides(of: text).map { inside in
            let name = inside.trimmedBlanks
            return String(name.hasPrefix("%") ? name.dropFirst() : name)
        }
        .filter { $0.hasPrefix("$") && !shared.contains($0) || $0.hasPrefix("vault:") }
    }
}
