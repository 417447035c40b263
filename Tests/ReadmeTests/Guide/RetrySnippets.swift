import ClientEngine

func guideToRetries() async throws {
    let retrying = Client(baseURL: "https://api.example.com/v1/") {
        $0.retry = .transientFailures(.exponential(from: .milliseconds(200), attempts: 4))
    }
    let stubborn = Request.post("orders").with {
        $0.retry = RetryPolicy(
            maximumRetries: 2, when: [.status(409), .statusClass(5), .kind(.timeout)],
            backoff: Backoff(from: .milliseconds(100), hasJitter: false), ignoresIdempotence: true)
    }
    let answer = try await retrying.send(stubborn)
    print(answer.status)
}

func guideToJudges() {
    let polite = RetryPolicy.custom { question in
        guard question.response?.status == 409, question.number < 3 else { return nil }
        return .milliseconds(100)
    }
    let careful = Client(baseURL: "https://api.example.com/") {
        $0.retry = .any([.networkFailure(.retryOnce), polite])
    }
    print(careful.configuration.retry ?? .never)
}

func guideToRefreshes(_ login: Client) {
    let afterLogin = RetryPolicy.afterRefresh(
        when: { $0.response?.status == 419 },
        refresh: { (try? await login.send(.post("session")))?.status == 204 })
    print(afterLogin)
}
