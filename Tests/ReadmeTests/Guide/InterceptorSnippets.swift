import ClientEngine
import ClientEngineRecording
import Foundation

private struct Gone: Error { var url: String }

private struct ShopError: Error { var message: String }

struct Signature: Interceptor {
    func adapt(_ request: Request, for task: InterceptedTask) async throws -> Request {
        request.header("X-Request-ID", UUID().uuidString)
    }

    func process(_ answer: InterceptedAnswer) async throws -> InterceptedAnswer {
        var answer = answer
        if answer.response?.status == 410 { answer.error = Gone(url: answer.request.url) }
        return answer
    }
}

struct Numbered: Interceptor {
    func headers(for request: Request, attempt: Int, of task: Int) async throws -> Headers {
        ["X-Attempt": "\(task).\(attempt)"]
    }
}

func guideToInterceptors() {
    let client = Client(baseURL: "https://api.example.com/") {
        $0.interceptors = [Signature()]
    }
    let unsigned = Request.get("status").with { $0.interceptors = .replacing([]) }
    let extra = Request.get("users").with { $0.interceptors = .adding([Signature()]) }
    print(client.configuration.interceptors.count, unsigned, extra)
}

func guideToMappedErrors() {
    let clear = Client {
        $0.interceptors = [
            ErrorMapper { error, problem in ShopError(message: problem?.message ?? "\(error)") }
        ]
    }
    print(clear.configuration.interceptors.count)
}

func guideToLogging() {
    let logging = Client {
        $0.interceptors = [LoggingInterceptor(requests: .headers, responses: .headers) { print($0) }]
    }
    print(logging.configuration.interceptors.count)
}
