struct ScenarioStates: Sendable {
    fileprivate struct Scenario {
        var state = Mock.Scenario.start
        var parts: [Mock.Scenario] = []
    }

    private var scenarios: [String: Scenario] = [:]

    var all: [MockStore.ScenarioStatus] {
        scenarios.sorted { $0.key < $1.key }.map { name, scenario in
            MockStore.ScenarioStatus(
                name: name, state: scenario.state, states: scenario.states,
                mockCount: scenario.parts.count)
        }
    }

    mutating func add(_ mock: Mock) {
        guard let part = mock.scenario else { return }
        scenarios[part.name, default: Scenario()].parts.append(part)
    }

    /// Removes a mock, and its scenario if no other mock names it.
    mutating func remove(_ mock: Mock) {
        guard let part = mock.scenario, var scenario = scenarios[part.name] else { return }
        if let index = scenario.parts.firstIndex(of: part) { scenario.parts.remove(at: index) }
        scenarios[part.name] = scenario.parts.isEmpty ? nil : scenario
    }

    func state(of name: String) -> String {
        scenarios[name]?.state ?? Mock.Scenario.start
    }

    func allow(_ part: Mock.Scenario?) -> Bool {
        guard let part, let required = part.required else { return true }
        return state(of: part.name) == required
    }

    mutating func advance(_ part: Mock.Scenario) {
        guard let next = part.next else { return }
        scenarios[part.name]?.state = next
    }

    mutating func set(_ name: String, to state: String) throws(MockError) {
        guard let scenario = scenarios[name] else {
            throw MockError("There is no scenario “\(name)”.")
        }
        guard scenario.states.contains(state) else {
            let known = scenario.states.map { "“\($0)”" }.joined(separator: ", ")
            throw MockError("The scenario “\(name)” has no state “\(state)”; it has \(known).")
        }
        scenarios[name]?.state = state
    }

    mutating func reset() {
        for name in scenarios.keys { scenarios[name]?.state = Mock.Scenario.start }
    }
}

extension ScenarioStates.Scenario {
    /// All states, the initial one first, followed by those that the mocks name.
    fileprivate var states: [String] {
        var seen: Set<String> = []
        let named = [Mock.Scenario.start] + parts.flatMap { [$0.required, $0.next].compactMap { $0 } }
        return named.filter { seen.insert($0).inserted }
    }
}
