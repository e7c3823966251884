%token NUMBER
%%
expr : expr '+' term
     | term
     ;
term : NUMBER ;
%%
int main(void) { return yyparse(); }
