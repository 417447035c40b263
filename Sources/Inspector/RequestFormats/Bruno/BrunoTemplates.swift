/// Turns the insides of Bruno's braces into ours.
enum BrunoTemplates {
    /// Values made on the spot that have the same name and meaning here.
    private static let known: Set<String> = ["$uuid", "$guid", "$timestamp", "$isoTimestamp", "$randomInt"]
    private static let renamed = ["$randomUUID": "$uuid"]

    /// Rewrites every text of a collection; what is unknown is listed.
    static func translated(_ collection: RequestCollection) -> RequestCollection {
        var collection = collection
        var warnings = WarningList()
        collection.mapRequests { request, place in
            var prompts: [String] = []
            request.mapTexts { text in
                translated(text, prompts: &prompts) { warnings.add(place, $0) }
            }
            request.directives += prompts
        }
        var prompts: [String] = []
        for (index, variable) in collection.variables.enumerated() {
            collection.variables[index].value =
                translated(variable.value, prompts: &prompts) { warnings.add("variables", $0) }
        }
        collection.warnings += warnings.warnings
        return collection
    }

    private static func translated(
        _ text: String, prompts: inout [String], lost: (String) -> Void
    ) -> String {
        guard text.utf8.contains(0x7B) else { return text }
        return TemplateText.mapNames(text) { name in
            if name.hasPrefix("process.env.") { return "$processEnv \(name.dropFirst(12))" }
            if name.hasPrefix("?") {
                let question = String(name.dropFirst().trimmedBlanks)
                let variable = SafeNames.identifier(question)
                let directive = "@prompt \(variable) \(question)"
                if !prompts.contains(directive) { prompts.append(directive) }
                return variable
            }
            if name.hasPrefix("$"), !known.contains(String(name)) {
                if let other = renamed[String(name)] { return other }
                lost("“{{\(name)}}” is not known here: put a value in its place.")
            }
            return String(name)
        }
    }
}
