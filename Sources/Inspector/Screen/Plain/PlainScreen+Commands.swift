import ClientEngine
import EngineSupport
import InspectorCanvas
import InspectorTaskFilter
import InspectorValues

/// A command of the linear screen.
private struct PlainCommand: Sendable {
    var name: String
    var argument: String
    var help: String
    var perform: @Sendable (inout PlainScreen, String) -> [Effect]

    static let all: [PlainCommand] = [
        PlainCommand(name: "list", argument: "[WORDS]", help: "saved requests and their numbers") {
            $0.list($1)
        },
        PlainCommand(name: "send", argument: "N…", help: "send saved requests, or the one that holds words") {
            $0.send($1)
        },
        PlainCommand(name: "get", argument: "URL", help: "send a GET request") { $0.get($1) },
        PlainCommand(name: "tasks", argument: "[FILTER]", help: "what was sent, and what came of it") {
            $0.listTasks($1)
        },
        PlainCommand(
            name: "show", argument: "N [PAGE]",
            help: "a task; pages: \(DetailPage.allCases.map { $0.title.lowercased() }.joined(separator: " "))"
        ) { $0.show($1) },
        PlainCommand(name: "resend", argument: "N", help: "send a task again") { screen, text in
            screen.each(text, .repeatableTask) { task in
                task.droppedRequestBody == nil ? .task(.resend(task.origin.request, of: task.id)) : nil
            }
        },
        PlainCommand(name: "cancel", argument: "N… or all", help: "cancel tasks") { screen, text in
            let all = screen.state.tasks.live.sorted().map { "\($0)" }.joined(separator: " ")
            return screen.each(text == "all" ? all : text, .liveTask) { .task(.cancel($0.id)) }
        },
        PlainCommand(name: "retry", argument: "N", help: "stop waiting, try again now") { screen, text in
            screen.each(text, .waitingTask) { .task(.retryNow($0.id)) }
        },
        PlainCommand(name: "giveup", argument: "N", help: "try no more, keep the last response") {
            screen, text in
            screen.each(text, .waitingTask) { .task(.giveUp($0.id)) }
        },
        PlainCommand(name: "env", argument: "[NAME]", help: "environments; takes one (none: without)") {
            $0.useEnvironment($1)
        },
        PlainCommand(name: "help", argument: "", help: "this list") { screen, _ in
            for command in all {
                let usage = command.name + (command.argument.isEmpty ? "" : " " + command.argument)
                screen.say("\(usage): \(command.help)")
            }
            return []
        },
        PlainCommand(name: "quit", argument: "", help: "cancel what is live, and end") { screen, _ in
            screen.isOver = true
            return []
        },
    ]
}

extension PlainScreen {
    mutating func perform(_ line: String) -> [Effect] {
        let words = line.split(at: " ")
        guard let name = words.first.map({ String($0).lowercased() }) else { return [] }
        guard let command = PlainCommand.all.first(where: { $0.name == name }) else {
            let hint = SimilarNames(to: name, among: PlainCommand.all.map(\.name)).sentence
            say("there is no command “\(name)”; \(hint ?? "help lists them")")
            return []
        }
        return command.perform(&self, words.dropFirst().joined(separator: " "))
    }

    // MARK: Saved requests

    fileprivate mutating func list(_ text: String) -> [Effect] {
        let words = text.lowercased().split(at: " ")
        var file = ""
        var count = 0
        for (index, request) in state.saved.allRequests.enumerated() {
            let known = "\(request.title) \(request.method) \(request.url) \(request.reference.file)"
                .lowercased()
            guard words.allSatisfy({ known.contains($0) }) else { continue }
            if request.reference.file != file {
                file = request.reference.file
                say("\(file.split(at: "/").last ?? "")")
            }
            let target = request.target == request.title ? "" : " \(request.target)"
            say("\(index + 1) \(request.method) \(request.title)\(target)")
            count += 1
        }
        if count == 0 { say(text.isEmpty ? "there are no saved requests" : "no saved request holds \(text)") }
        return []
    }

    fileprivate mutating func send(_ text: String) -> [Effect] {
        let requests = state.saved.allRequests
        let numbers = text.split(at: " ").map { Int($0) }
        if !numbers.isEmpty, numbers.allSatisfy({ $0 != nil }) {
            return numbers.compactMap(\.self).flatMap { number -> [Effect] in
                guard requests.indices.contains(number - 1) else {
                    say("there is no saved request \(number); list shows them")
                    return []
                }
                return [.saved(.send(requests[number - 1].reference))]
            }
        }
        let found = Fuzzy(text).ranking(of: requests.count) { requests[$0].searchText }
        guard !text.isEmpty, let best = found.first else {
            say(text.isEmpty ? "send takes the number of a saved request" : "no saved request holds \(text)")
            return []
        }
        return [.saved(.send(requests[best].reference))]
    }

    fileprivate mutating func get(_ text: String) -> [Effect] {
        guard !text.isEmpty, !text.contains(" ") else {
            say("get takes a URL")
            return []
        }
        let url = text.contains("://") ? text : "http://" + text
        return [.draft(.send(OutgoingDraft(text: "GET \(url)\n")))]
    }

    fileprivate mutating func useEnvironment(_ name: String) -> [Effect] {
        let known = state.environments.names
        if name.isEmpty {
            let chosen = state.environments.selected ?? "none"
            say(
                known.isEmpty
                    ? "there are no environments" : "\(known.joined(separator: ", ")); in use: \(chosen)")
            return []
        }
        guard name == "none" || known.contains(name) else {
            say("there is no environment \(name); known: \(known.joined(separator: ", "))")
            return []
        }
        let chosen = name == "none" ? nil : name
        change { $0.environments.selected = chosen }
        say("environment: \(name)")
        return [.saved(.useEnvironment(chosen))]
    }

    // MARK: Tasks

    fileprivate mutating func listTasks(_ text: String) -> [Effect] {
        change { $0.changeFilter(to: text) }
        if let problem = state.list.filter.problem {
            say("filter: \(problem.message)")
            change { $0.changeFilter(to: "") }
            return []
        }
        let shown = state.list.shown
        change { $0.changeFilter(to: "") }
        if shown.isEmpty { say(text.isEmpty ? "nothing was sent yet" : "no task matches") }
        for task in shown.compactMap({ state.tasks[$0] }) {
            say(
                "\(task.id) \(task.origin.request.method.rawValue) \(task.pathText.string): \(outcome(of: task))"
            )
        }
        return []
    }

    /// Makes an effect of each task that is named, or says why not.
    fileprivate mutating func each(
        _ text: String, _ requirement: Requirement, _ effect: (TaskRecord) -> Effect?
    ) -> [Effect] {
        let words = text.split(at: " ")
        if words.isEmpty { say("which task? tasks lists them") }
        return words.compactMap { word in
            guard let task = task(named: String(word)) else { return nil }
            change { $0.list.select(.session(task.id)) }
            if let refusal = requirement.refusal(in: state) {
                say("not done: \(refusal)")
                return nil
            }
            return effect(task)
        }
    }

    private mutating func task(named word: String) -> TaskRecord? {
        if let number = Int(word), let task = state.tasks[number] { return task }
        say("there is no task \(word); tasks lists them")
        return nil
    }

    private static let mostLines = 2_000

    fileprivate mutating func show(_ text: String) -> [Effect] {
        let words = text.split(at: " ").map(String.init)
        guard let task = task(named: words.first ?? "") else { return [] }
        let titles = DetailPage.allCases.map { $0.title.lowercased() }
        let name = words.dropFirst().first?.lowercased()
        guard let index = name.map({ titles.firstIndex(of: $0) }) ?? 0 else {
            say("there is no page \(name ?? ""); use one of: \(titles.joined(separator: ", "))")
            return []
        }
        change { state in
            state.list.select(.session(task.id))
            state.detail.open(DetailPage.allCases[index])
            state.focus = .detail
        }
        let effects = receive(.tick(state.now))
        say("\(task.id) \(task.origin.request.method.rawValue) \(task.pathText.string): \(outcome(of: task))")
        DetailView(state).plainLines(limit: Self.mostLines).forEach { say($0) }
        return effects
    }
}

extension DetailView {
    /// The lines of the page as text, without the bars.
    fileprivate func plainLines(limit: Int) -> [String] {
        let width = 240
        var frame = Frame(size: Size(width: width, height: min(limit, lineCount(width: width))))
        draw(page: frame.bounds, into: &frame)
        return (0..<frame.size.height).map { frame.text(row: $0) }
    }
}
