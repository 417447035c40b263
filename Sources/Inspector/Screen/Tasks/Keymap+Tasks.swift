import InspectorCanvas

extension Keymap {
    static let sending: [Binding] = [
        Binding("r", in: tasksAndDetail, .task(.resend), .sending, "send again exactly what was sent")
            .inFooter("resend", if: .repeatableTask),
        Binding(
            "e", in: Place.home.subtracting([.output]), .task(.editCopy), .sending, "edit a copy and send it"
        )
        .inFooter("edit", if: .editable),
        Binding(
            nil, in: tasksAndDetail, .task(.save), .sending, "save the task as a request in a .http file"
        ).requiring(.repeatableTask),
        Binding(
            "S", in: Place.home, .task(.archive), .sending,
            "write the marked tasks, or those that the filter shows, as an HTTP archive"
        ).requiring(.anyTask),
        Binding("E", in: [.saved], .task(.openEditor), .sending, "open the file in $EDITOR")
            .inFooter("open file"),
        Binding("E", in: [.body], .task(.openEditor), .sending, "look at the body in $EDITOR")
            .inFooter("editor", if: .response),
        Binding(
            "n", in: Place.home.subtracting([.body]), .task(.compose), .sending,
            "compose a new request"
        )
        .inFooter("new", only: [.tasks, .saved]),
    ]

    static let liveTasks: [Binding] = [
        Binding("c", in: [.output], .app(.endProgram), .attempts, "end the watched program (SIGTERM)")
            .inFooter("end it", if: .runningProgram),
        Binding("c", in: Place.home.subtracting([.output]), .task(.cancel), .attempts, "cancel this task")
            .inFooter(
                "cancel", if: .liveTask),
        Binding("C", in: Place.home, .task(.cancelAll), .attempts, "cancel all live tasks").requiring(
            .anyLive),
        Binding("R", in: Place.home, .task(.retryNow), .attempts, "stop waiting, retry now")
            .inFooter("retry now", if: .waitingTask),
        Binding("X", in: Place.home, .task(.giveUp), .attempts, "give up retrying, keep the last response")
            .inFooter("give up", if: .waitingTask),
        Binding("D", in: [.tasks], .task(.delete), .attempts, "delete from the list").requiring(.ownTask),
    ]

    static let finding: [Binding] = [
        Binding("o", in: Place.home, .find(.savedRequest), .finding, "find a saved request")
            .inFooter("find request", if: .anySaved, only: [.tasks, .saved]),
        Binding("/", in: [.saved, .tasks, .detail, .mocks], .find(.filter), .finding, "filter the list")
            .inFooter("filter", only: [.tasks]),
        Binding("/", in: [.body], .find(.filter), .finding, "find in the body").inFooter("find"),
        Binding("*", in: tasksAndDetail, .task(.mark), .finding, "mark the task, or take its mark away")
            .requiring(.task),
        Binding("]", in: Place.home, .find(.nextFailure), .finding, "go to the next failure"),
        Binding("[", in: Place.home, .find(.previousFailure), .finding, "go to the previous failure"),
        Binding(
            "p", in: Place.home, .find(.nextProblem), .finding, "go to the next problem in the saved files"
        )
        .inFooter("next problem", if: .fileProblem, only: [.saved]),
        Binding("\\", in: Place.home, .find(.filterOnOff), .finding, "filter off, or back on").requiring(
            .filterText),
        Binding("n", in: [.body], .find(.next), .finding, "next match in the body").requiring(.searchText),
        Binding("N", in: [.body], .find(.previous), .finding, "previous match in the body").requiring(
            .searchText),
    ]

    /// The sequences that begin with `O` and sort the list; the same sequence again reverses the order.
    static let sorting: [Binding] =
        [
            Binding(
                keys: ["O"], places: tasksAndDetail, intent: .find(.sort(nil)), group: .finding,
                help: "choose by what to sort the list")
        ]
        + orders.map { key, order in
            let order = TaskOrder(key: order)
            let name = order.key.name
            return Binding(
                keys: ["O", key], places: tasksAndDetail, intent: .find(.sort(order.key)), group: .finding,
                help: order.isGrouped ? "group the list by \(name)" : "sort the list by \(name)", footer: name
            )
        }

    private static let orders: [(Key, TaskOrder.Key)] = [
        ("n", .number), ("t", .total), ("f", .firstByte), ("b", .size), ("s", .status), ("m", .method),
        ("p", .path),
        ("h", .host), ("r", .request),
    ]
}
