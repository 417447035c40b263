import InspectorCanvas

extension Keymap {
    /// The sequences behind `y`, which put a part of the selected task into the clipboard.
    static let copying: [Binding] = [
        Binding(
            keys: ["y"], places: tasksAndDetail, intent: .copy(nil), group: .copying,
            help: "choose what to copy", footer: "copy", requirement: .task,
            footerPlaces: tasksAndDetail.subtracting([.tasks])),
        make("c", .curl, "curl line", "copy as a curl line for the shell, as it was sent, secrets included"),
        make("b", .body, "body", "copy the body; on page 4 the one that was sent"),
        make("h", .headers, "headers", "copy the response's head; on page 4 the one that was sent"),
        make("u", .url, "URL", "copy the URL"),
    ]

    private static func make(_ key: Key, _ part: ClipboardItem.Part, _ brief: String, _ help: String)
        -> Binding
    {
        Binding(
            keys: ["y", key], places: tasksAndDetail, intent: .copy(part), group: .copying, help: help,
            footer: brief, requirement: .task)
    }
}
