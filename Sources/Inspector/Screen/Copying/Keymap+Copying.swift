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
        make("t", .ticket, "ticket", "copy task, response and times as text for a ticket, without secrets"),
        make("u", .url, "URL", "copy the URL"),
        make("p", .path, "path", "copy the path of the line in the formatted body", in: [.body])
            .requiring(.formattedBody),
        make("v", .value, "value", "copy the value of the line in the formatted body", in: [.body])
            .requiring(.formattedBody),
    ]

    private static func make(
        _ key: Key, _ part: ClipboardItem.Part, _ brief: String, _ help: String,
        in places: Set<Place> = tasksAndDetail
    ) -> Binding {
        Binding(
            keys: ["y", key], places: places, intent: .copy(part), group: .copying, help: help,
            footer: brief, requirement: .task)
    }
}
